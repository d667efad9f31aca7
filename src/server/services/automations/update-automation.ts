/** Changes, pauses, resumes, cancels or archives an automation. */
import type { UpdateAutomation } from '@/contract/automation';
import { assertAutomationSound, assertToCome } from '@/domain/automations/check';
import { applyAutomationChange, isFinal, type AutomationChange } from '@/domain/automations/machine';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { cancelRuns } from '@/server/db/repositories/automations/automation-runs';
import { findAutomationForUpdate, updateAutomationRow, type AutomationRow } from '@/server/db/repositories/automations/automations';
import { withTransaction } from '@/server/db/transaction';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { wake } from '@/server/platform/wake';
import { keptTrigger } from './create-automation';
import { unknownAutomation } from './get-automation';

/** @throws DomainError not_found (program), automation_not_found, program_archived, invalid_status, invalid_parameter, validation_error. */
export function updateAutomation(
  ctx: Ctx,
  { id: programId, automation_id: id, trigger, ...rest }: UpdateAutomation,
): Promise<AutomationRow> {
  const change: AutomationChange = { ...rest, ...(trigger ? { trigger: keptTrigger(trigger) } : {}) };
  return withTransaction(async (tx) => {
    const [organizationId, now] = [ctx.organization.id, ctx.clock.now()];
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
    const automation = (await findAutomationForUpdate(tx, organizationId, programId, id)) ?? unknownAutomation();
    const changed = applyAutomationChange(automation, change, now);
    if (changed === automation) return automation;
    assertFilterFits(changed);
    assertAutomationSound(changed);
    if (trigger) assertToCome(changed, now);
    await updateAutomationRow(tx, organizationId, changed);
    if (isFinal(changed.status)) await cancelRuns(tx, organizationId, id, now);
    tx.afterCommit(() => wake('run-automations'));
    return changed;
  });
}

function assertFilterFits({ scope, trigger, participant_filter: filter }: AutomationRow): void {
  if (scope === 'PROGRAM' && filter !== null) refuse('Is not allowed with the scope PROGRAM; leave it out.', 'invalid_value');
  if (trigger.type === 'PARTICIPANT_STATE' && filter === null) refuse('Is required for PARTICIPANT_STATE.', 'required');
}

function refuse(message: string, reason: string): never {
  const field = 'participant_filter';
  throw new DomainError('validation_error', `\`${field}\`: ${message}`, { param: field, fields: [{ field, message, reason }] });
}
