/**
 * An operation with an idempotency key has one effect, whatever is sent again: its record is
 * committed together with its effect (contract: "Idempotency").
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@/domain/errors';
import { requestFingerprint } from '@/domain/idempotency';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/context';

export interface IdempotentOperation {
  /** Names the operation and its target; a key reused on another one is a conflict. */
  readonly operation: string;
  /** Keys are scoped to a program, or to the organization where there is none. */
  readonly scopeId: string;
  readonly key: string | null;
  /** The semantic fields of the request, without the key. */
  readonly fields: Record<string, unknown>;
  /** Status of a first success. */
  readonly status: number;
  /** How long the record lives; absent: for ever. */
  readonly keepForMs?: number;
}

export interface Outcome<T> {
  readonly status: number;
  readonly body: T;
  readonly replayed: boolean;
}

const IN_FLIGHT_PATIENCE_MS = 2_000;
const IN_FLIGHT_POLL_MS = 25;

/**
 * Runs `work` in a transaction once per key and returns the stored outcome after that. `T` must be
 * what goes over the wire: it is stored as JSON.
 * @throws DomainError idempotency_conflict when the key was used with other parameters,
 * idempotency_in_flight when its first use is still running after two seconds.
 */
export async function idempotent<T>(ctx: Ctx, request: IdempotentOperation, work: (tx: Tx) => Promise<T>): Promise<Outcome<T>> {
  const { key } = request;
  if (key === null) return { status: request.status, body: await withTransaction(work), replayed: false };
  const keyed = { ...request, key, fingerprint: requestFingerprint(request.operation, request.fields) };
  for (let waited = 0; waited <= IN_FLIGHT_PATIENCE_MS; waited += IN_FLIGHT_POLL_MS) {
    const outcome = await attempt(ctx, keyed, work).catch((error: unknown) => {
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

/** Rolls back work that another request with the same key finished first. */
class KeyTaken extends Error {}

type KeyedOperation = IdempotentOperation & { readonly key: string; readonly fingerprint: string };

interface LookupRow {
  free: boolean;
  fingerprint: string | null;
  status: number | null;
  response: unknown;
}

function attempt<T>(ctx: Ctx, request: KeyedOperation, work: (tx: Tx) => Promise<T>): Promise<Outcome<T> | 'in_flight'> {
  return withTransaction(async (tx) => {
    const now = ctx.clock.now();
    const [found] = await tx.query<LookupRow>(LOOK_UP, [ctx.organization.id, request.scopeId, request.key, now]);
    if (found?.fingerprint) return replay<T>(found, request);
    if (!found?.free) return 'in_flight';
    const body = await work(tx);
    const recorded = await tx.query(RECORD, [
      ctx.organization.id,
      request.scopeId,
      request.key,
      request.operation,
      request.fingerprint,
      request.status,
      JSON.stringify(body),
      now,
      request.keepForMs === undefined ? null : new Date(now.getTime() + request.keepForMs),
    ]);
    if (recorded.length === 0) throw new KeyTaken();
    return { status: request.status, body, replayed: false };
  });
}

function replay<T>(found: LookupRow, request: KeyedOperation): Outcome<T> {
  if (found.fingerprint !== request.fingerprint) {
    throw new DomainError(
      'idempotency_conflict',
      'This idempotency key was used before with other parameters; use a new key for a new operation.',
      { param: 'idempotency_key' },
    );
  }
  return { status: found.status ?? request.status, body: found.response as T, replayed: true };
}

const LOOK_UP = `
  SELECT pg_try_advisory_xact_lock(hashtextextended($1::text || $2::text || $3, 0)) AS free, record.fingerprint, record.status, record.response
  FROM (SELECT 1) AS always LEFT JOIN idempotency_records record
    ON record.organization_id = $1::uuid AND record.scope_id = $2::uuid AND record.key = $3
   AND (record.expires_at IS NULL OR record.expires_at > $4)`;

const RECORD = `
  INSERT INTO idempotency_records (organization_id, scope_id, key, operation, fingerprint, status, response, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ON CONFLICT (organization_id, scope_id, key) DO UPDATE
    SET operation = EXCLUDED.operation, fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status, response = EXCLUDED.response,
        created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
    WHERE idempotency_records.expires_at <= EXCLUDED.created_at
  RETURNING 1`;
