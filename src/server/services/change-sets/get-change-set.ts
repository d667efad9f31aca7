/** Reads change sets: one, or a page of a program's. */
import type { ListChangeSets } from '@/contract/change-set';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findChangeSet,
  findChangeSetForUpdate,
  listChangeSetRows,
  type ChangeSetRow,
  type ChangeSetSummaryRow,
} from '@/server/db/repositories/rules/change-sets';
import type { Tx } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/get-program';

/** @throws DomainError not_found. */
export async function getChangeSet(ctx: Ctx, id: string): Promise<ChangeSetRow> {
  return found(await findChangeSet(ctx.organization.id, id));
}

/** The set, locked until the transaction ends. @throws DomainError not_found. */
export async function changeSetForUpdate(ctx: Ctx, tx: Tx, id: string): Promise<ChangeSetRow> {
  return found(await findChangeSetForUpdate(tx, ctx.organization.id, id));
}

function found(row: ChangeSetRow | null): ChangeSetRow {
  if (!row) throw new DomainError('not_found', 'There is no such change set in your organization.', { param: 'id' });
  return row;
}

/** @throws DomainError not_found (program). */
export async function listChangeSets(ctx: Ctx, query: ListChangeSets): Promise<KeysetPage<ChangeSetSummaryRow>> {
  await getProgram(ctx, query.id);
  return listChangeSetRows(ctx.organization.id, query);
}
