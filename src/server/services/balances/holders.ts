/** Whose balance a path names, and whether operations on it are allowed. */
import { DomainError } from '@/domain/errors';
import { assertGroupActive } from '@/domain/groups';
import type { Holder } from '@/domain/ledger/accounts';
import type { Ctx } from '@/server/context';
import { findHolder as findHolderRow, type FoundHolder, type HolderName } from '@/server/db/repositories/holders';
import { assertParticipantActive, participantKey } from '@/server/db/repositories/operation-context';
import { autocommit, type Tx } from '@/server/db/transaction';

/** @param reference our id, or `ext:` and the caller's: both name one target, to an idempotency key as to everything else. */
export const namedParticipant = (reference: string): HolderName => ({ type: 'PARTICIPANT', key: participantKey(reference) });

export const namedGroup = (id: string): HolderName => ({ type: 'GROUP', key: { id } });

/** @throws DomainError not_found. */
export async function findHolder(ctx: Ctx, name: HolderName, tx: Pick<Tx, 'query'> = autocommit): Promise<FoundHolder> {
  const found = await findHolderRow(tx, ctx.organization.id, name);
  if (!found) throw unknownHolder(name.type);
  return found;
}

const NOUNS = { PARTICIPANT: 'participant', GROUP: 'group' };

export const unknownHolder = (type: Holder['type']): DomainError =>
  new DomainError('not_found', `There is no such ${NOUNS[type]} in your organization.`, { param: 'id' });

/** @throws DomainError participant_inactive, group_archived. */
export function assertActive(holder: FoundHolder): void {
  if (holder.type === 'GROUP') assertGroupActive(holder.status);
  else assertParticipantActive(holder);
}

/** Forfeit is possible for CLOSED participants and archived groups too. @throws DomainError participant_inactive when SUSPENDED. */
export function assertForfeits(holder: FoundHolder): void {
  if (holder.type === 'PARTICIPANT' && holder.status !== 'CLOSED') assertParticipantActive(holder);
}

/** As they stand in the transaction. @throws DomainError not_found, participant_inactive, group_archived. */
export async function assertHolderActive(tx: Tx, ctx: Ctx, { type, id }: Holder): Promise<void> {
  assertActive(await findHolder(ctx, { type, key: { id } }, tx));
}
