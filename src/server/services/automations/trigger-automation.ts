/** Triggers a run of an automation manually, in addition to its schedule. */
import type { AutomationPath } from '@/contract/automation';
import { isFinal } from '@/domain/automations/machine';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { startRun, type AutomationRunRow } from '@/server/db/repositories/automations/automation-runs';
import { findAutomationForUpdate, updateAutomationRow } from '@/server/db/repositories/automations/automations';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { wake } from '@/server/platform/wake';
import { unknownAutomation } from './get-automation';

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
