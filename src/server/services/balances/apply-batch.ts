/**
 * Applies many balance commands for one request, in order and in one transaction: each is answered as it would have been alone. What the
 * database refuses of one fails that one alone.
 */
import type { BatchedOperation } from '@/contract/balance-batch';
import { only, present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { Coalescers } from '@/server/platform/coalescer';
import type { Ctx } from '@/server/platform/context';
import { databaseFailure } from '@/server/services/database-failure';
import { actingAsService, actor } from '@/server/db/audit-scope';
import type { HolderName } from '@/server/db/repositories/people/holders';
import { withTransaction } from '@/server/db/transaction';
import { whenFree, type OperationOutcome } from '@/server/services/idempotent';
import { renamed } from '@/server/services/naming';
import { applyCommands, type BatchTerms, type CommandAnswer } from './apply-commands';
import type { CommandRequest } from './load-commands';

/** An error that is no DomainError is one of the service itself. */
export type Answered = OperationOutcome<unknown> | Error;

interface BatchRequest {
  /** In order; an error in the place of one that cannot be read. */
  readonly operations: readonly (BatchedOperation | DomainError)[];
  /** Whether all are applied or none. */
  readonly atomic: boolean;
}

/**
 * One answer per operation, in order. Of an atomic batch nothing was done if one of them is an error.
 * @throws DomainError idempotency_in_flight (atomic), retryable_conflict, and whatever keeps every operation from being done.
 */
export async function applyBalanceBatch(ctx: Ctx, { operations, atomic }: BatchRequest): Promise<Answered[]> {
  const items = operations.map((one) => (one instanceof DomainError ? one : requestOrRefusal(ctx, one)));
  const requests = items.filter((item): item is CommandRequest => !(item instanceof DomainError));
  const commits = !atomic ? 'EACH' : requests.length < items.length ? 'NOTHING' : 'ALL_OR_NOTHING';
  const applied = requests.length === 0 ? [] : await (atomic ? applyWhenFree(requests, commits) : applyApart(requests));
  const answers = new Map(requests.map((one, index) => [one, applied[index]]));
  return items.map((item, index) => {
    if (item instanceof DomainError) return item;
    const answer = present(answers.get(item), 'each request has an answer, in order');
    const operation = operations[index];
    return answer instanceof DomainError && operation && !(operation instanceof DomainError)
      ? renamed(answer, { id: nameOf(operation) })
      : answer;
  });
}

function requestOrRefusal(ctx: Ctx, operation: BatchedOperation): CommandRequest | DomainError {
  const { idempotency_key: idempotencyKey } = operation;
  if (idempotencyKey !== undefined) return requestOf(ctx, operation, idempotencyKey);
  return new DomainError(
    'missing_idempotency_key',
    'Every operation of a batch needs an `idempotency_key`, so that the batch can be sent again safely.',
    { param: 'idempotency_key' },
  );
}

type Answers = (Exclude<CommandAnswer, 'in_flight'> | Error)[];

/** Splits a batch that fails as a whole, until what fails is alone. */
async function applyApart(requests: readonly CommandRequest[]): Promise<Answers> {
  try {
    return await applyWhenFree(requests, 'EACH');
  } catch (error) {
    if (concernsAll(error) || !(error instanceof Error)) throw error;
    if (requests.length === 1) return [error];
    const middle = requests.length >> 1;
    return [...(await applyApart(requests.slice(0, middle))), ...(await applyApart(requests.slice(middle)))];
  }
}

/** Whether each operation alone would have failed in the same way. */
const concernsAll = (error: unknown): boolean => error instanceof DomainError || databaseFailure(error)?.code === 'service_unavailable';

/**
 * One transaction at a time per organization: batches lock much of the same, and many of them at once would leave no connection, and
 * Postgres no room for the locks of their keys.
 */
const inTurn = new Coalescers<() => Promise<CommandAnswer[]>, CommandAnswer[]>(async (turn) => [await only(turn)()], 1);

/**
 * Waits until no key is in flight, so that no operation overtakes another; those still in flight then fail alone.
 * @throws DomainError idempotency_in_flight, unless each is committed by itself.
 */
async function applyWhenFree(requests: readonly CommandRequest[], commits: BatchTerms['commits']): Promise<Answers> {
  const { organization } = present(requests[0], 'a batch without requests is not applied').ctx;
  const apply = (waits: boolean): Promise<CommandAnswer[]> =>
    inTurn.add(organization.id, () =>
      actingAsService(() => withTransaction((tx) => applyCommands(tx, requests, { commits, waits }), { genericPlans: true })),
    );
  try {
    return await whenFree(async () => unlessInFlight(await apply(true)));
  } catch (error) {
    if (commits !== 'EACH' || !isInFlight(error)) throw error;
    return (await whenFree(() => apply(false))).map((one) => (one === 'in_flight' ? error : one));
  }
}

const unlessInFlight = (answers: readonly CommandAnswer[]): Exclude<CommandAnswer, 'in_flight'>[] | 'in_flight' => {
  const known = answers.filter((one) => one !== 'in_flight');
  return known.length === answers.length ? known : 'in_flight';
};

const isInFlight = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'idempotency_in_flight';

const nameOf = (operation: BatchedOperation): 'participant_id' | 'external_id' | 'group_id' =>
  operation.participant_id !== undefined ? 'participant_id' : operation.external_id !== undefined ? 'external_id' : 'group_id';

function holderOf({ participant_id, external_id, group_id }: BatchedOperation): HolderName {
  if (group_id !== undefined) return { type: 'GROUP', key: { id: group_id } };
  if (external_id !== undefined) return { type: 'PARTICIPANT', key: { externalId: external_id } };
  return { type: 'PARTICIPANT', key: { id: present(participant_id, 'the contract has each operation name exactly one holder') } };
}

function requestOf(ctx: Ctx, operation: BatchedOperation, idempotencyKey: string): CommandRequest {
  const { participant_id: _id, external_id: _externalId, group_id: _groupId, ...command } = operation;
  return { ctx: { ...ctx, idempotencyKey }, holder: holderOf(operation), command, actor: actor() };
}
