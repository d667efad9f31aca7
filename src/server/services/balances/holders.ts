/** Whose balance a path names, and whether operations on it are allowed. */
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/context';
import { assertParticipantActive, findParticipant } from '@/server/db/repositories/operation-context';
import type { Tx } from '@/server/db/transaction';
import { participantId } from '@/server/services/participants/get-participant';

/** @param reference our id, or `ext:` and the caller's: both name one target, to an idempotency key as to everything else. @throws DomainError not_found. */
export async function participantHolder(ctx: Ctx, reference: string): Promise<Holder> {
  return { type: 'PARTICIPANT', id: await participantId(ctx, reference) };
}

/** @throws DomainError participant_inactive. */
export async function assertHolderActive(tx: Tx, ctx: Ctx, holder: Holder): Promise<void> {
  assertParticipantActive(await findParticipant(tx, ctx.organization.id, { id: holder.id }));
}

/** Forfeit is possible for CLOSED participants too. @throws DomainError participant_inactive when SUSPENDED. */
export async function assertHolderForfeits(tx: Tx, ctx: Ctx, holder: Holder): Promise<void> {
  const participant = await findParticipant(tx, ctx.organization.id, { id: holder.id });
  if (participant.status !== 'CLOSED') assertParticipantActive(participant);
}
