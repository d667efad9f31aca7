/** Reads and writes decisions made within requests: what was asked, what is told of it, and what a reservation is to book. */
import type { DecisionStatus } from '@/domain/decisions/machine';
import type { ReservationPlan } from '@/domain/decisions/plan';
import type { JsonRecord } from '@/domain/rules/activation';
import type { KeptEvaluation } from '@/domain/rules/kept-evaluation';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { Decision } from '@/server/db/generated/client';
import { equals, keysetPage, type KeysetList, type KeysetPage, withinIds, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';
import { whereLastOfKey } from '@/server/db/unique-key';

export interface DecisionRow {
  id: string;
  program_id: string;
  participant_id: string;
  recipient_id: string | null;
  external_id: string;
  idempotency_key: string;
  fingerprint: string;
  mode: 'RESERVE' | 'COMMIT';
  status: DecisionStatus;
  event_id: string | null;
  event_data: JsonRecord;
  event_timestamp: Date;
  request_id: string | null;
  configuration_version: number;
  /** What is told of it, on the wire's terms. */
  told: unknown;
  /** Null unless it is reserved. */
  plan: StoredPlan | null;
  /** Those that a change has replaced included. */
  redemption_ids: string[];
  reason: string | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
  resolved_at: Date | null;
  /** As they were sent; null for none. */
  codes: string[] | null;
}

interface StoredPlan extends ReservationPlan {
  /** Of every rule of the version, in its order. */
  readonly evaluations: readonly KeptEvaluation[];
}

const COLUMNS = `d.id, d.program_id, d.participant_id, d.recipient_id, d.external_id, d.idempotency_key, d.fingerprint, d.mode, d.status, d.event_id, d.event_data,
  d.event_timestamp, d.request_id, d.configuration_version, d.told, d.plan, d.redemption_ids, d.reason, d.expires_at, d.created_at, d.updated_at, d.resolved_at, d.codes`;

export async function findDecision(organizationId: string, id: string): Promise<DecisionRow | null> {
  const [row] = await findDecisions(organizationId, [id]);
  return row ?? null;
}

/** In no particular order. */
export const findDecisions = (organizationId: string, ids: readonly string[]): Promise<DecisionRow[]> =>
  statement<DecisionRow>(`SELECT ${COLUMNS} FROM decisions d WHERE d.organization_id = $1 AND d.id = ANY ($2::uuid[])`, [
    organizationId,
    ids,
  ]);

/** Locked until the transaction ends, in one order. */
export function findDecisionsForUpdate(tx: Tx, organizationId: string, ids: readonly string[]): Promise<DecisionRow[]> {
  return tx.query<DecisionRow>(
    `SELECT ${COLUMNS} FROM (SELECT DISTINCT unnest($2::uuid[]) AS id) AS asked JOIN decisions d ON d.organization_id = $1 AND d.id = asked.id
     ORDER BY d.id FOR NO KEY UPDATE OF d`,
    [organizationId, ids],
  );
}

/** Those of a program with these keys. */
export function findDecisionsByKey(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  programId: string,
  keys: readonly string[],
): Promise<DecisionRow[]> {
  return tx.query<DecisionRow>(
    `SELECT ${COLUMNS} FROM unnest($3::text[]) AS asked (key) CROSS JOIN LATERAL (
       SELECT * FROM decisions stored
       WHERE organization_id = $1 AND program_id = $2 AND ${whereLastOfKey('stored.idempotency_key', 'asked.key')}
     ) AS d`,
    [organizationId, programId, keys],
  );
}

const NEW: Columns<Decision, DecisionRow, 'organization_id'> = {
  id: ['uuid', (row) => row.id],
  program_id: ['uuid', (row) => row.program_id],
  participant_id: ['uuid', (row) => row.participant_id],
  recipient_id: ['uuid', (row) => row.recipient_id],
  external_id: ['text', (row) => row.external_id],
  idempotency_key: ['text', (row) => row.idempotency_key],
  fingerprint: ['text', (row) => row.fingerprint],
  mode: ['text', (row) => row.mode],
  status: ['text', (row) => row.status],
  event_id: ['uuid', (row) => row.event_id],
  event_data: ['json', (row) => JSON.stringify(row.event_data)],
  event_timestamp: ['timestamptz', (row) => row.event_timestamp],
  request_id: ['uuid', (row) => row.request_id],
  configuration_version: ['int', (row) => row.configuration_version],
  told: ['json', (row) => JSON.stringify(row.told)],
  plan: ['json', (row) => row.plan && JSON.stringify(row.plan)],
  redemption_ids: ['json', (row) => JSON.stringify(row.redemption_ids)],
  reason: ['text', (row) => row.reason],
  expires_at: ['timestamptz', (row) => row.expires_at],
  created_at: ['timestamptz', (row) => row.created_at],
  updated_at: ['timestamptz', (row) => row.updated_at],
  resolved_at: ['timestamptz', (row) => row.resolved_at],
  codes: ['json', (row) => row.codes && JSON.stringify(row.codes)],
};

/** Only the commit waits for it. A key that another request has just taken fails it by `decisions_identity`. */
export function insertDecisions(
  tx: Pick<Tx, 'send'>,
  organizationId: string,
  rows: readonly DecisionRow[],
  failed: (error: unknown) => unknown,
): void {
  tx.send(
    `INSERT INTO decisions (organization_id, ${namesOf(NEW)}) SELECT $1, * FROM ${rowsOf(NEW, 2)}`,
    [organizationId, ...arraysOf(NEW, rows)],
    { failed },
  );
}

/** Writes what changes of reservations that the transaction has locked. */
export function updateDecisions(tx: Pick<Tx, 'send'>, organizationId: string, rows: readonly DecisionRow[]): void {
  tx.send(
    `UPDATE decisions SET status = next.status, event_id = next.event_id, event_data = next.event_data, told = next.told, plan = next.plan, redemption_ids = next.redemption_ids, reason = next.reason,
       expires_at = next.expires_at, updated_at = next.updated_at, resolved_at = next.resolved_at, codes = next.codes
     FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::json[], $6::json[], $7::json[], $8::text[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[], $12::json[], $13::json[])
       AS next (id, status, event_id, event_data, told, plan, reason, expires_at, updated_at, resolved_at, redemption_ids, codes)
     WHERE decisions.organization_id = $1 AND decisions.id = next.id`,
    [
      organizationId,
      rows.map((row) => row.id),
      rows.map((row) => row.status),
      rows.map((row) => row.event_id),
      rows.map((row) => JSON.stringify(row.event_data)),
      rows.map((row) => JSON.stringify(row.told)),
      rows.map((row) => row.plan && JSON.stringify(row.plan)),
      rows.map((row) => row.reason),
      rows.map((row) => row.expires_at),
      rows.map((row) => row.updated_at),
      rows.map((row) => row.resolved_at),
      rows.map((row) => JSON.stringify(row.redemption_ids)),
      rows.map((row) => row.codes && JSON.stringify(row.codes)),
    ],
  );
}

const OF_BUDGET = `coalesce(used ->> 'rule_id', used ->> 'campaign_id') = $2::text AND used ->> 'asset_id' = $3::text AND used ->> 'scope' = 'PROGRAM'`;

/** Has reservations return nothing to a PROGRAM budget of a rule or a campaign whose count begins anew: what they took was of the count before. */
export async function keepFromReturning(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  { ownerId, assetId }: { readonly ownerId: string; readonly assetId: string },
): Promise<void> {
  await tx.query(
    `UPDATE decisions SET plan = jsonb_set(plan::jsonb, '{budgets}', coalesce((
       SELECT jsonb_agg(used) FROM jsonb_array_elements(plan::jsonb -> 'budgets') AS used WHERE NOT (${OF_BUDGET})), '[]'))::json
     WHERE organization_id = $1 AND status = 'RESERVED' AND EXISTS (SELECT FROM json_array_elements(plan -> 'budgets') AS used WHERE ${OF_BUDGET})`,
    [organizationId, ownerId, assetId],
  );
}

type DecisionSort = 'created_at' | 'expires_at';

interface DecisionsQuery extends PageRequest<DecisionSort> {
  from?: string | undefined;
  to?: string | undefined;
  program_id?: string | undefined;
  participant_id?: string | undefined;
  mode?: 'RESERVE' | 'COMMIT' | undefined;
  status?: DecisionStatus | undefined;
  event_id?: string | undefined;
}

const EXACT_FILTERS = ['program_id', 'participant_id', 'mode', 'status', 'event_id'] as const;

const DECISIONS: KeysetList<DecisionSort> = {
  name: 'decisions',
  select: { columns: COLUMNS, from: 'decisions d' },
  sorts: { created_at: [], expires_at: [{ sql: 'd.expires_at', type: 'timestamptz' }] },
  id: { sql: 'd.id', type: 'uuid' },
};

/** Sorted by their deadline, only those that have one are listed. */
export const listDecisionRows = (organizationId: string, query: DecisionsQuery): Promise<KeysetPage<DecisionRow>> =>
  keysetPage<DecisionRow, DecisionSort>(DECISIONS, {
    organizationId,
    query: { ...query },
    where: [
      equals('d.organization_id', organizationId),
      ...withinIds('d.id', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(`d.${name}`, query[name])])),
      ...(query.sort_by === 'expires_at' ? [() => 'd.expires_at IS NOT NULL'] : []),
    ],
  });
