/**
 * Creates, reads, changes, pauses, resumes, cancels and archives automations, and triggers runs of them; a run that is due begins moments later, in the
 * background.
 */
import type { AutomationPath, CreateAutomation, ListAutomationRuns, ListAutomations, UpdateAutomation } from '@/contract/automation';
import { assertAutomationSound, assertFilterFits, assertToCome } from '@/domain/automations/check';
import { applyAutomationChange, isFinal, type AutomationChange, type AutomationSettings } from '@/domain/automations/machine';
import { firstRun, type AutomationTrigger } from '@/domain/automations/schedule';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import { cancelRuns, listAutomationRunRows, startRun, type AutomationRunRow } from '@/server/db/repositories/automations/automation-runs';
import {
  findAutomation,
  findAutomationForUpdate,
  insertAutomation,
  listAutomationRows,
  updateAutomationRow,
  type AutomationRow,
} from '@/server/db/repositories/automations/automations';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/campaigns';
import { getProgram, getProgramForUpdate } from '@/server/services/programs/programs';

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

/** @throws DomainError automation_not_found. */
export async function getAutomation(ctx: Ctx, { id, automation_id }: AutomationPath): Promise<AutomationRow> {
  return (await findAutomation(ctx.organization.id, id, automation_id)) ?? unknownAutomation();
}

/** @throws DomainError not_found (program). */
export async function listAutomations(ctx: Ctx, query: ListAutomations): Promise<KeysetPage<AutomationRow>> {
  await getProgram(ctx, query.id);
  return listAutomationRows(ctx.organization.id, query);
}

/** @throws DomainError automation_not_found. */
export async function listAutomationRuns(ctx: Ctx, query: ListAutomationRuns): Promise<KeysetPage<AutomationRunRow>> {
  await getAutomation(ctx, query);
  return listAutomationRunRows(ctx.organization.id, query);
}

export function unknownAutomation(): never {
  throw new DomainError('automation_not_found', 'There is no such automation in this program.', { param: 'automation_id' });
}

/** @throws DomainError not_found (program), automation_not_found, program_archived, invalid_status, invalid_parameter, validation_error. */
export function updateAutomation(
  ctx: Ctx,
  { id: programId, automation_id: id, trigger, ...rest }: UpdateAutomation,
): Promise<AutomationRow> {
  const change: AutomationChange = { ...rest, ...(trigger ? { trigger: keptTrigger(trigger) } : {}) };
  return withTransaction(async (tx) => {
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
    const automation = (await findAutomationForUpdate(tx, ctx.organization.id, programId, id)) ?? unknownAutomation();
    return changeAutomation(ctx, tx, automation, change);
  });
}

/**
 * @param automation locked by the transaction, as is its program.
 * @throws DomainError invalid_status, invalid_parameter, validation_error.
 */
export async function changeAutomation(ctx: Ctx, tx: Tx, automation: AutomationRow, change: AutomationChange): Promise<AutomationRow> {
  const [organizationId, now] = [ctx.organization.id, ctx.clock.now()];
  const changed = applyAutomationChange(automation, change, now);
  if (changed === automation) return automation;
  assertFilterFits(changed);
  assertAutomationSound(changed);
  if (change.trigger) assertToCome(changed, now);
  if (changed.campaign_id !== automation.campaign_id) await assertCampaignKnown(ctx, tx, changed);
  await updateAutomationRow(tx, organizationId, changed);
  if (isFinal(changed.status)) await cancelRuns(tx, organizationId, automation.id, now);
  tx.afterCommit(() => wake('run-automations'));
  return changed;
}

/** @throws DomainError not_found (program), automation_not_found, program_suspended, program_archived, invalid_status. */
export async function triggerAutomation(ctx: Ctx, tx: Tx, { id: programId, automation_id: id }: AutomationPath): Promise<AutomationRunRow> {
  const [organizationId, now] = [ctx.organization.id, ctx.clock.now()];
  const { status } = await getProgramForUpdate(ctx, tx, programId);
  const automation = (await findAutomationForUpdate(tx, organizationId, programId, id)) ?? unknownAutomation();
  assertProgramMayChange(status, 'id');
  if (status === 'SUSPENDED')
    throw new DomainError('program_suspended', 'The program is suspended; activate it before running its automations.', { param: 'id' });
  if (isFinal(automation.status))
    throw new DomainError('invalid_status', `The automation is ${automation.status} and cannot run any more; create another.`, {
      param: 'automation_id',
    });
  const run = await startRun(tx, { ...automation, organization_id: organizationId }, { id: newId(), origin: 'MANUAL', dueAt: now, now });
  await updateAutomationRow(tx, organizationId, { ...automation, last_run_at: now });
  tx.afterCommit(() => wake('run-automations'));
  return run;
}
