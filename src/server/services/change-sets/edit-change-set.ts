/** Begins a change set and edits it while it is open; nothing that is live is touched. */
import type { CreateChangeSet, UpdateChangeSet } from '@/contract/change-set';
import { assertProgramMayChange } from '@/domain/programs';
import type { DraftedChange } from '@/domain/change-sets/change';
import { drafted, withdrawn } from '@/domain/change-sets/drafting';
import { nextStatus, type ChangeSetTrigger } from '@/domain/change-sets/machine';
import { rebased } from '@/domain/change-sets/revision';
import type { Ctx } from '@/server/platform/context';
import { insertChangeSet, updateChangeSetRow, type ChangeSetRow } from '@/server/db/repositories/rules/change-sets';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getProgram } from '@/server/services/programs/get-program';
import { configurationChange } from '@/server/services/rules/configuration-change';
import { changeSetForUpdate } from './get-change-set';
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
