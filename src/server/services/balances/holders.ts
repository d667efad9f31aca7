/** Finds the holder that a path names, and checks whether operations on its balance are allowed. */
import { DomainError } from '@/domain/errors';
import { assertGroupActive } from '@/domain/groups';
import type { Holder } from '@/domain/ledger/accounts';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { findHolders, type FoundHolder, type HolderName } from '@/server/db/repositories/people/holders';
import { assertParticipantActive, participantKey } from '@/server/db/repositories/ledger/operation-context';
import { autocommit, type Tx } from '@/server/db/transaction';

/** @param reference our id, or `ext:` and the caller's id: both name the same target, for idempotency keys too. */
export const namedParticipant = (reference: string): HolderName => ({ type: 'PARTICIPANT', key: participantKey(reference) });

export const namedGroup = (id: string): HolderName => ({ type: 'GROUP', key: { id } });

interface Lookup {
  readonly organizationId: string;
  readonly name: HolderName;
}

const MAX_BATCH = 100;

/** One lane per organization. Concurrent lookups share one statement. */
const lookups = new Coalescers<Lookup, FoundHolder | null>(
  (asked) =>
    findHolders(
      autocommit,
      asked[0]!.organizationId,
      asked.map(({ name }) => name),
    ),
  MAX_BATCH,
);

/** @throws DomainError not_found. */
export async function findHolder(ctx: Ctx, name: HolderName): Promise<FoundHolder> {
  const organizationId = ctx.organization.id;
  return (await lookups.add(organizationId, { organizationId, name })) ?? unknown(name.type);
}

const NOUNS = { PARTICIPANT: 'participant', GROUP: 'group' };

export const unknownHolder = (type: Holder['type']): DomainError =>
  new DomainError('not_found', `There is no such ${NOUNS[type]} in your organization.`, { param: 'id' });

/** @throws DomainError participant_inactive, group_archived. */
export function assertActive(holder: FoundHolder): void {
  if (holder.type === 'GROUP') assertGroupActive(holder.status, 'id');
  else assertParticipantActive(holder, 'id');
}

/** Forfeit is possible for CLOSED participants and archived groups too. @throws DomainError participant_inactive when SUSPENDED. */
export function assertForfeits(holder: FoundHolder): void {
  if (holder.type === 'PARTICIPANT' && holder.status !== 'CLOSED') assertParticipantActive(holder, 'id');
}

/** Checks the holder's status as the transaction sees it. @throws DomainError not_found, participant_inactive, group_archived. */
export async function assertHolderActive(tx: Tx, ctx: Ctx, { type, id }: Holder): Promise<void> {
  const [found] = await findHolders(tx, ctx.organization.id, [{ type, key: { id } }]);
  assertActive(found ?? unknown(type));
}

function unknown(type: Holder['type']): never {
  throw unknownHolder(type);
}
