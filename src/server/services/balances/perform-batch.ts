/**
 * Performs many balance operations for one request, in order and in one transaction: each is answered as it would have been alone.
 * What the database refuses of one fails that one alone.
 */
import type { BatchedOperation } from '@/contract/balance-batch';
import { DomainError } from '@/domain/errors';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { databaseFailure } from '@/server/services/database-failure';
import { actingAsService, actor } from '@/server/db/audit-scope';
import type { HolderName } from '@/server/db/repositories/people/holders';
import { withTransaction } from '@/server/db/transaction';
import { whenFree, type Outcome } from '@/server/services/idempotent';
import { renamed } from '@/server/services/naming';
import { adjustment } from './adjust-balance';
import type { BalanceOperation } from './balance-operation';
import { forfeiting } from './forfeit-balance';
import { holding } from './hold-balance';
import { OperationBatch, type Asked, type BatchTerms, type Performed } from './operation-batch';
import { releasing } from './release-balance';
import { settling } from './settle-hold';
import { voiding } from './void-hold';

/** An error that is no DomainError is one of the service itself. */
export type Answered = Outcome<unknown> | Error;

interface BatchRequest {
  /** In order; an error in the place of one that cannot be read. */
  readonly operations: readonly (BatchedOperation | DomainError)[];
  /** Whether all are performed or none. */
  readonly atomic: boolean;
}

/**
 * One answer per operation, in order. Of an atomic batch nothing was done if one of them is an error.
 * @throws DomainError idempotency_in_flight (atomic), retryable_conflict, and whatever keeps every operation from being performed.
 */
export async function performBatch(ctx: Ctx, { operations, atomic }: BatchRequest): Promise<Answered[]> {
  const items = operations.map((one) => (one instanceof DomainError ? one : askedOf(ctx, one)));
  const asked = items.filter((item): item is Asked => !(item instanceof DomainError));
  const commits = !atomic ? 'EACH' : asked.length < items.length ? 'NOTHING' : 'ALL_OR_NOTHING';
  const performed = asked.length === 0 ? [] : await (atomic ? performWhenFree(asked, commits) : performApart(asked));
  const answers = new Map(asked.map((one, index) => [one, performed[index]!]));
  return items.map((item, index) => {
    if (item instanceof DomainError) return item;
    const answer = answers.get(item)!;
    return answer instanceof DomainError ? renamed(answer, { id: nameOf(operations[index] as BatchedOperation) }) : answer;
  });
}

function askedOf(ctx: Ctx, operation: BatchedOperation): Asked | DomainError {
  const { idempotency_key: idempotencyKey } = operation;
  if (idempotencyKey === undefined)
    return new DomainError(
      'missing_idempotency_key',
      'Every operation of a batch needs an `idempotency_key`, so that the batch can be sent again safely.',
      { param: 'idempotency_key' },
    );
  return { ctx: { ...ctx, idempotencyKey }, operation: operationOf(operation), actor: actor() };
}

type Answers = (Exclude<Performed, 'in_flight'> | Error)[];

/** Splits a batch that fails as a whole, until what fails is alone. */
async function performApart(asked: readonly Asked[]): Promise<Answers> {
  try {
    return await performWhenFree(asked, 'EACH');
  } catch (error) {
    if (concernsAll(error)) throw error;
    if (asked.length === 1) return [error as Error];
    const middle = asked.length >> 1;
    return [...(await performApart(asked.slice(0, middle))), ...(await performApart(asked.slice(middle)))];
  }
}

/** Whether each operation alone would have failed in the same way. */
const concernsAll = (error: unknown): boolean => error instanceof DomainError || databaseFailure(error)?.code === 'service_unavailable';

/**
 * One transaction at a time per organization: batches lock much of the same, and many of them at once would leave no connection, and
 * Postgres no room for the locks of their keys.
 */
const inTurn = new Coalescers<() => Promise<Performed[]>, Performed[]>(async ([perform]) => [await perform!()], 1);

/**
 * Waits until no key is in flight, so that no operation overtakes another; those still in flight then fail alone.
 * @throws DomainError idempotency_in_flight, unless each is committed by itself.
 */
async function performWhenFree(asked: readonly Asked[], commits: BatchTerms['commits']): Promise<Answers> {
  const perform = (waits: boolean): Promise<Performed[]> =>
    inTurn.add(asked[0]!.ctx.organization.id, () =>
      actingAsService(() => withTransaction((tx) => new OperationBatch(tx, asked, { commits, waits }).run(), { genericPlans: true })),
    );
  try {
    return await whenFree(async () => unlessInFlight(await perform(true)));
  } catch (error) {
    if (commits !== 'EACH' || !isInFlight(error)) throw error;
    return (await whenFree(() => perform(false))).map((one) => (one === 'in_flight' ? error : one));
  }
}

const unlessInFlight = (performed: readonly Performed[]): Exclude<Performed, 'in_flight'>[] | 'in_flight' => {
  const known = performed.filter((one) => one !== 'in_flight');
  return known.length === performed.length ? known : 'in_flight';
};

const isInFlight = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'idempotency_in_flight';

const nameOf = (operation: BatchedOperation): 'participant_id' | 'external_id' | 'group_id' =>
  operation.participant_id !== undefined ? 'participant_id' : operation.external_id !== undefined ? 'external_id' : 'group_id';

function holderOf({ participant_id, external_id, group_id }: BatchedOperation): HolderName {
  if (group_id !== undefined) return { type: 'GROUP', key: { id: group_id } };
  return { type: 'PARTICIPANT', key: external_id === undefined ? { id: participant_id! } : { externalId: external_id } };
}

/** The body of its single route. */
function bodyOf<Item extends BatchedOperation>(item: Item): Omit<Item, 'operation' | 'participant_id' | 'external_id' | 'group_id'> {
  const { operation: _operation, participant_id: _id, external_id: _externalId, group_id: _groupId, ...body } = item;
  return body;
}

function operationOf(item: BatchedOperation): BalanceOperation<unknown> {
  const holder = holderOf(item);
  switch (item.operation) {
    case 'ADJUST':
      return adjustment(holder, bodyOf(item));
    case 'SETTLE':
      return settling(holder, bodyOf(item));
    case 'HOLD':
      return holding(holder, bodyOf(item));
    case 'RELEASE':
      return releasing(holder, bodyOf(item));
    case 'FORFEIT':
      return forfeiting(holder, bodyOf(item));
    case 'VOID_HOLD':
      return voiding(holder, bodyOf(item));
  }
}
