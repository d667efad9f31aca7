/** Whose balance a path names, and whether operations on it are allowed. */
import { assertGroupActive } from '@/domain/groups';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/context';
import { assertParticipantActive, findParticipant } from '@/server/db/repositories/operation-context';
import { autocommit, type Tx } from '@/server/db/transaction';
import { groupStatus } from '@/server/services/groups/get-group';
import { participantId } from '@/server/services/participants/get-participant';

/** @param reference our id, or `ext:` and the caller's: both name one target, to an idempotency key as to everything else. @throws DomainError not_found. */
export async function participantHolder(ctx: Ctx, reference: string): Promise<Holder> {
  return { type: 'PARTICIPANT', id: await participantId(ctx, reference) };
}

/** @throws DomainError not_found. */
export async function groupHolder(ctx: Ctx, id: string): Promise<Holder> {
  await groupStatus(ctx, autocommit, id);
  return { type: 'GROUP', id };
}

/** @throws DomainError participant_inactive, group_archived. */
export async function assertHolderActive(tx: Tx, ctx: Ctx, holder: Holder): Promise<void> {
  if (holder.type === 'GROUP') assertGroupActive(await groupStatus(ctx, tx, holder.id));
  else assertParticipantActive(await findParticipant(tx, ctx.organization.id, { id: holder.id }));
}

/** Forfeit is possible for CLOSED participants and archived groups too. @throws DomainError participant_inactive when SUSPENDED. */
export async function assertHolderForfeits(tx: Tx, ctx: Ctx, holder: Holder): Promise<void> {
  if (holder.type === 'GROUP') return;
  const participant = await findParticipant(tx, ctx.organization.id, { id: holder.id });
  if (participant.status !== 'CLOSED') assertParticipantActive(participant);
}
