/** Finds the holder that a path names, and checks its status. */
import { present } from '@/domain/assert';
import type { Holder } from '@/domain/ledger/accounts';
import { assertHolderActive, unknownHolder, type FoundHolder } from '@/domain/ledger/holder';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { findHolders, type HolderName } from '@/server/db/repositories/people/holders';
import { participantKey } from '@/server/db/repositories/ledger/operation-context';
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
      present(asked[0], 'no batch of lookups is empty').organizationId,
      asked.map(({ name }) => name),
    ),
  MAX_BATCH,
);

/** @throws DomainError not_found. */
export async function findHolder(ctx: Ctx, name: HolderName): Promise<FoundHolder> {
  const organizationId = ctx.organization.id;
  return (await lookups.add(organizationId, { organizationId, name })) ?? unknown(name.type);
}

/** Checks the holder's status as the transaction sees it. @throws DomainError not_found, participant_inactive, group_archived. */
export async function assertFoundActive(tx: Tx, ctx: Ctx, { type, id }: Holder): Promise<void> {
  const [found] = await findHolders(tx, ctx.organization.id, [{ type, key: { id } }]);
  assertHolderActive(found ?? unknown(type));
}

function unknown(type: Holder['type']): never {
  throw unknownHolder(type);
}
