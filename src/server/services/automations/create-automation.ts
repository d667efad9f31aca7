/** Creates an active automation; a run that is due at once begins moments later, in the background. */
import type { CreateAutomation, UpdateAutomation } from '@/contract/automation';
import { assertAutomationSound, assertToCome } from '@/domain/automations/check';
import { applyAutomationChange } from '@/domain/automations/machine';
import { firstRun, type AutomationTrigger } from '@/domain/automations/schedule';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { insertAutomation, type AutomationRow } from '@/server/db/repositories/automations/automations';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
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
  const now = ctx.clock.now();
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
  const trigger = keptTrigger(content.trigger);
  const active: AutomationRow = {
    id: newId(),
    program_id: programId,
    name: content.name,
    description: content.description ?? null,
    status: 'ACTIVE',
    trigger,
    scope: content.scope,
    participant_filter: content.participant_filter ?? null,
    guard_condition: content.guard_condition ?? null,
    event: content.event,
    next_run_at: firstRun(trigger, now),
    last_run_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  const row = applyAutomationChange(active, { status }, now);
  assertAutomationSound(row);
  assertToCome(row, now);
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
