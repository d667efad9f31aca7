/** Reads the automations of a program: one, or a page at a time, and the runs of one. */
import type { AutomationPath, ListAutomationRuns, ListAutomations } from '@/contract/automation';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listAutomationRunRows, type AutomationRunRow } from '@/server/db/repositories/automations/automation-runs';
import { findAutomation, listAutomationRows, type AutomationRow } from '@/server/db/repositories/automations/automations';
import { getProgram } from '@/server/services/programs/get-program';

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
