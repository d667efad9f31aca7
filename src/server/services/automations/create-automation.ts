/** Creates an active automation; a run that is due at once begins moments later, in the background. */
import type { CreateAutomation, UpdateAutomation } from '@/contract/automation';
import { assertAutomationSound, assertFilterFits, assertToCome } from '@/domain/automations/check';
import { applyAutomationChange, type AutomationSettings } from '@/domain/automations/machine';
import { firstRun, type AutomationTrigger } from '@/domain/automations/schedule';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { insertAutomation, type AutomationRow } from '@/server/db/repositories/automations/automations';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { wake } from '@/server/platform/wake';

/**
 * @param status PAUSED to wait until it is resumed.
 * @throws DomainError not_found (program), program_archived, validation_error.
 */
export async function createAutomation(
  ctx: Ctx,
  tx: Tx,
  { id: programId, ...content }: CreateAutomation,
  status: 'ACTIVE' | 'PAUSED' = 'ACTIVE',
): Promise<AutomationRow> {
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
  const settings = {
    name: content.name,
    description: content.description ?? null,
    trigger: keptTrigger(content.trigger),
    scope: content.scope,
    participant_filter: content.participant_filter ?? null,
    guard_condition: content.guard_condition ?? null,
    campaign_id: content.campaign_id ?? null,
    event: content.event,
  };
  return addAutomation(ctx, tx, { id: newId(), programId, status, settings });
}

interface NewAutomation {
  readonly id: string;
  readonly programId: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly settings: AutomationSettings;
}

/** Creates it in a program that the transaction has locked. @throws DomainError validation_error. */
export async function addAutomation(ctx: Ctx, tx: Tx, { id, programId, status, settings }: NewAutomation): Promise<AutomationRow> {
  const now = ctx.clock.now();
  const active: AutomationRow = {
    ...settings,
    campaign_id: settings.campaign_id ?? null,
    id,
    program_id: programId,
    status: 'ACTIVE',
    next_run_at: firstRun(settings.trigger, now),
    last_run_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  const row = applyAutomationChange(active, { status }, now);
  assertFilterFits(row);
  assertAutomationSound(row);
  assertToCome(row, now);
  await assertCampaignKnown(ctx, tx, row);
  await insertAutomation(tx, ctx.organization.id, row);
  tx.afterCommit(() => wake('run-automations'));
  return row;
}

/** Converts a trigger as sent into its stored form. */
export const keptTrigger = (sent: NonNullable<UpdateAutomation['trigger']>): AutomationTrigger => ({
  type: sent.type,
  cron_expression: sent.cron_expression ?? null,
  timezone: sent.timezone,
  run_at: sent.run_at === undefined ? null : new Date(sent.run_at),
});
