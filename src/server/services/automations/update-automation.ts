/** Changes, pauses, resumes, cancels or archives an automation. */
import type { UpdateAutomation } from '@/contract/automation';
import { assertAutomationSound, assertFilterFits, assertToCome } from '@/domain/automations/check';
import { applyAutomationChange, isFinal, type AutomationChange } from '@/domain/automations/machine';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { cancelRuns } from '@/server/db/repositories/automations/automation-runs';
import { findAutomationForUpdate, updateAutomationRow, type AutomationRow } from '@/server/db/repositories/automations/automations';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { wake } from '@/server/platform/wake';
import { assertCampaignKnown } from '@/server/services/campaigns/get-campaign';
import { keptTrigger } from './create-automation';
import { unknownAutomation } from './get-automation';

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
