/**
 * Gives an operation with an idempotency key exactly one effect, however often it is sent: its
 * record commits together with its effect (contract: "Idempotency").
 */
import { setTimeout as delay } from 'node:timers/promises';
import { only } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { assertSameRequest, requestFingerprint } from '@/domain/idempotency';
import type { Ctx } from '@/server/platform/context';
import { claimKeys, KeyTaken, recordOutcomes, type KeptOutcome } from '@/server/db/repositories/ledger/idempotency-records';
import { withTransaction, type Tx } from '@/server/db/transaction';

interface IdempotentOperation {
  /** Names the operation and its target; reusing a key for another one is a conflict. */
  readonly operation: string;
  /** Keys are scoped to a program, or to the organization where there is none. */
  readonly scopeId: string;
  readonly key: string | null;
  /** The semantic fields of the request, without the key. */
  readonly fields: Record<string, unknown>;
  /** HTTP status of the first success. */
  readonly status: number;
  /** How long the record is kept; forever if absent. */
  readonly keepForMs?: number;
}

export interface OperationOutcome<T> {
  readonly status: number;
  readonly body: T;
  readonly replayed: boolean;
}

const IN_FLIGHT_PATIENCE_MS = 2_000;
const IN_FLIGHT_POLL_MS = 25;

/**
 * Runs `work` in a transaction once per key and returns the stored outcome from then on. `T` must be
 * the wire form: it is stored as JSON.
 * @throws DomainError idempotency_conflict when the key was used with other parameters,
 * idempotency_in_flight when its first use is still running after two seconds.
 */
export async function idempotent<T>(ctx: Ctx, request: IdempotentOperation, work: (tx: Tx) => Promise<T>): Promise<OperationOutcome<T>> {
  const { key } = request;
  if (key === null) return { status: request.status, body: await withTransaction(work), replayed: false };
  const keyed = { ...request, key, fingerprint: requestFingerprint(request.operation, request.fields) };
  return whenFree(() => attempt(ctx, keyed, work));
}

/**
 * Retries until the key is free. @throws DomainError idempotency_in_flight after two seconds.
 * @param attempt returns `in_flight`, or throws KeyTaken, while another request uses the key.
 */
export async function whenFree<T>(attempt: () => Promise<T | 'in_flight'>): Promise<T> {
  for (let waited = 0; waited <= IN_FLIGHT_PATIENCE_MS; waited += IN_FLIGHT_POLL_MS) {
    const outcome = await attempt().catch((error: unknown) => {
      if (error instanceof KeyTaken) return 'in_flight' as const;
      throw error;
    });
    if (outcome !== 'in_flight') return outcome;
    await delay(IN_FLIGHT_POLL_MS);
  }
  throw new DomainError('idempotency_in_flight', 'A request with this idempotency key is still running; send it again shortly.', {
    param: 'idempotency_key',
  });
}

type KeyedOperation = IdempotentOperation & { readonly key: string; readonly fingerprint: string };

function attempt<T>(ctx: Ctx, request: KeyedOperation, work: (tx: Tx) => Promise<T>): Promise<OperationOutcome<T> | 'in_flight'> {
  return withTransaction(async (tx) => {
    const now = ctx.clock.now();
    const claim = only(await claimKeys(tx, ctx.organization.id, now, [request]));
    if (claim === 'TAKEN') return 'in_flight';
    if (claim !== 'FREE') return replayed<T>(claim, request.fingerprint);
    const body = await work(tx);
    recordOutcomes(tx, ctx.organization.id, now, [{ ...request, response: body }]);
    return { status: request.status, body, replayed: false };
  });
}

/** The stored outcome, for a repeat of the same request. @throws DomainError idempotency_conflict. */
export function replayed<T>(kept: KeptOutcome, fingerprint: string): OperationOutcome<T> {
  assertSameRequest(kept.fingerprint, fingerprint);
  // The same request was made, so its response is of the same kind.
  return { status: kept.status, body: kept.response as T, replayed: true };
}
