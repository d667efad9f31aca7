/** Begins, reads and edits change sets; nothing that is live is touched. */
import type { CreateChangeSet, ListChangeSets, UpdateChangeSet } from '@/contract/change-set';
import type { DraftedChange } from '@/domain/change-sets/change';
import { drafted, withdrawn } from '@/domain/change-sets/drafting';
import { nextStatus, type ChangeSetTrigger } from '@/domain/change-sets/machine';
import { rebased } from '@/domain/change-sets/revision';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findChangeSet,
  findChangeSetForUpdate,
  insertChangeSet,
  listChangeSetRows,
  updateChangeSetRow,
  type ChangeSetRow,
  type ChangeSetSummaryRow,
} from '@/server/db/repositories/rules/change-sets';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { getProgram } from '@/server/services/programs/programs';
import { configurationChange } from '@/server/services/rules/put-configuration';
import { liveState, sentChange } from './live-state';

/** @throws DomainError not_found (program, or what is to change), program_archived. */
export async function createChangeSet(ctx: Ctx, tx: Tx, { id, name, note, changes }: CreateChangeSet): Promise<ChangeSetRow> {
  assertProgramMayChange((await getProgram(ctx, id)).status, 'id');
  const { apiKeyId, userId, onBehalfOf, now } = configurationChange(ctx, id);
  return insertChangeSet(tx, ctx.organization.id, {
    id: newId(),
    program_id: id,
    name,
    note: note ?? null,
    changes: drafted([], changes.map(sentChange), await liveState(ctx, id, tx), newId),
    api_key_id: apiKeyId,
    user_id: userId,
    on_behalf_of: onBehalfOf,
    created_at: now,
  });
}

/** @throws DomainError not_found (set, or what is to change), invalid_status unless it is OPEN. */
export const updateChangeSet = (ctx: Ctx, { id, name, note, changes, withdraw }: UpdateChangeSet): Promise<ChangeSetRow> =>
  moved(ctx, id, 'EDIT', async (set, tx) => ({
    name: name ?? set.name,
    note: note === undefined ? set.note : note,
    ...(changes || withdraw ? { changes: await merged(ctx, tx, set, { changes, withdraw }) } : {}),
  }));

async function merged(
  ctx: Ctx,
  tx: Tx,
  { program_id, changes }: ChangeSetRow,
  sent: Pick<UpdateChangeSet, 'changes' | 'withdraw'>,
): Promise<DraftedChange[]> {
  const live = await liveState(ctx, program_id, tx);
  return drafted(withdrawn(changes, sent.withdraw ?? []), (sent.changes ?? []).map(sentChange), live, newId);
}

/** Takes what is live now as the base of its changes. @throws DomainError not_found, invalid_status unless it is OPEN. */
export const rebaseChangeSet = (ctx: Ctx, id: string): Promise<ChangeSetRow> =>
  moved(ctx, id, 'EDIT', async ({ program_id, changes }, tx) => {
    return { changes: rebased(changes, await liveState(ctx, program_id, tx)) };
  });

/** Again changes nothing. @throws DomainError not_found, invalid_status unless it is SCHEDULED or OPEN. */
export const cancelSchedule = (ctx: Ctx, id: string): Promise<ChangeSetRow> =>
  moved(ctx, id, 'CANCEL_SCHEDULE', () => ({ publish_at: null, publisher: null }));

/** Again changes nothing. @throws DomainError not_found, invalid_status once it is published. */
export async function discardChangeSet(ctx: Ctx, id: string): Promise<void> {
  await moved(ctx, id, 'DISCARD', () => ({ publish_at: null, publisher: null }));
}

type Fields = Partial<Pick<ChangeSetRow, 'name' | 'note' | 'changes' | 'publish_at' | 'publisher'>>;

function moved(
  ctx: Ctx,
  id: string,
  trigger: ChangeSetTrigger,
  work: (set: ChangeSetRow, tx: Tx) => Fields | Promise<Fields>,
): Promise<ChangeSetRow> {
  return withTransaction(async (tx) => {
    const set = await changeSetForUpdate(ctx, tx, id);
    const status = nextStatus(set.status, trigger);
    if (status === null) return set;
    return updateChangeSetRow(tx, ctx.organization.id, { ...set, ...(await work(set, tx)), status, updated_at: ctx.clock.now() });
  });
}

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
