/** Stores the outcomes of operations under their idempotency keys: looked up under an advisory lock per key, written once. */
import type { Joined } from '@/server/db/joined';
import { violatedConstraint, type Tx } from '@/server/db/transaction';

interface ScopedKey {
  /** Keys are scoped to a program, or to the organization where there is none. */
  readonly scopeId: string;
  readonly key: string;
}

export interface KeptOutcome {
  readonly fingerprint: string;
  readonly status: number;
  readonly response: unknown;
}

/** The outcome of an earlier use, `FREE` when this transaction now owns the key, or `TAKEN` while another one does. */
export type KeyClaim = KeptOutcome | 'FREE' | 'TAKEN';

type ClaimRow = { free: boolean } & Joined<KeptOutcome>;

/** One claim per key, in order. Looks up key by key: joined, every key would be read of an organization that is taken for small. */
export async function claimKeys(tx: Tx, organizationId: string, now: Date, keys: readonly ScopedKey[]): Promise<KeyClaim[]> {
  const rows = await tx.query<ClaimRow>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1::uuid::text || wanted.scope_id::text || wanted.key, 0)) AS free,
            record.fingerprint, record.status, record.response
     FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS wanted (scope_id, key, place)
     LEFT JOIN LATERAL (
       SELECT fingerprint, status, response FROM idempotency_records
       WHERE organization_id = $1 AND scope_id = wanted.scope_id AND key = wanted.key
         AND (expires_at IS NULL OR expires_at > $4)
       LIMIT 1
     ) record ON true
     ORDER BY wanted.place`,
    [organizationId, keys.map(({ scopeId }) => scopeId), keys.map(({ key }) => key), now],
  );
  return rows.map(({ free, fingerprint, status, response }) =>
    fingerprint === null ? (free ? 'FREE' : 'TAKEN') : { fingerprint, status, response },
  );
}

/** Rolls back work that another request with the same key finished first. */
export class KeyTaken extends Error {}

export interface NewOutcome extends ScopedKey, KeptOutcome {
  readonly operation: string;
  /** How long it is kept; absent: forever. */
  readonly keepForMs?: number | undefined;
}

/** The commit fails with KeyTaken when another transaction used a key first. */
export function recordOutcomes(tx: Pick<Tx, 'send'>, organizationId: string, now: Date, outcomes: readonly NewOutcome[]): void {
  tx.send(
    `INSERT INTO idempotency_records (organization_id, created_at, scope_id, key, operation, fingerprint, status, response, expires_at)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::json[], $9::timestamptz[])
     ON CONFLICT (organization_id, scope_id, key) DO UPDATE
       SET operation = EXCLUDED.operation, fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status, response = EXCLUDED.response,
           created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at`,
    [
      organizationId,
      now,
      outcomes.map(({ scopeId }) => scopeId),
      outcomes.map(({ key }) => key),
      outcomes.map(({ operation }) => operation),
      outcomes.map(({ fingerprint }) => fingerprint),
      outcomes.map(({ status }) => status),
      outcomes.map(({ response }) => JSON.stringify(response)),
      outcomes.map(({ keepForMs }) => (keepForMs === undefined ? null : new Date(now.getTime() + keepForMs))),
    ],
    { failed: (error) => (violatedConstraint(error) === 'idempotency_records_final' ? new KeyTaken() : error) },
  );
}
