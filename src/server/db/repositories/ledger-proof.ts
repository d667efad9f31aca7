/**
 * Compares, page by page within the database, cached rows with the postings they derive from. Each page is a single statement, so it
 * sees one state of the ledger, however many transactions are posting.
 */
import type { AccountType, Bucket } from '@/domain/ledger/accounts';
import type { ProofCheck } from '@/domain/ledger/violation';
import { statement } from '../transaction';

/** Rows that contradict each other. */
export interface Contradiction {
  readonly check: ProofCheck;
  readonly entry_id?: string;
  readonly account_type?: AccountType;
  readonly account_id?: string;
  readonly program_id?: string;
  readonly asset_id?: string;
  readonly bucket?: Bucket;
  readonly lot_id?: string;
  readonly hold_reference?: string;
  /** Decimal text, or a word. */
  readonly expected: string | null;
  readonly actual: string | null;
}

export interface ProofPage {
  /** The number of rows checked; fewer than requested on the last page. */
  readonly rows: number;
  /** Where the next page continues; null when there was no row. */
  readonly last: string[] | null;
  readonly contradictions: Contradiction[];
}

export interface ProofTotals {
  /** Where the last stored seal ends; position 0 when there is none. */
  readonly sealed: number;
  readonly sealed_hash: string | null;
  /** The head recorded in the chain. */
  readonly head: number;
  readonly head_hash: string | null;
  readonly balances: number;
  readonly checkpoints: number;
}

export async function proofTotals(organizationId: string): Promise<ProofTotals> {
  const [row] = await statement<ProofTotals>(
    `SELECT coalesce(last.position, 0) AS sealed, encode(last.seal_hash, 'hex') AS sealed_hash,
            coalesce(chain.position, 0) AS head, CASE WHEN chain.position > 0 THEN encode(chain.seal_hash, 'hex') END AS head_hash,
            (SELECT count(*) FROM balances WHERE organization_id = $1) AS balances,
            (SELECT count(*) FROM ledger_checkpoints WHERE organization_id = $1) AS checkpoints
     FROM (SELECT 1) AS always
     LEFT JOIN entry_chains chain ON chain.organization_id = $1
     LEFT JOIN LATERAL (SELECT first_position + entries - 1 AS position, seal_hash FROM entry_seals WHERE organization_id = $1 ORDER BY first_position DESC LIMIT 1) last ON true`,
    [organizationId],
  );
  return row!;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const pageOf = (row: ProofPage | undefined): ProofPage => row ?? { rows: 0, last: null, contradictions: [] };

const UNSEALED = `
  WITH page AS MATERIALIZED (
    SELECT id, created_at FROM journal_entries WHERE organization_id = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4
  ), sealed AS MATERIALIZED (
    SELECT entry.id, count(*) AS times
    FROM (SELECT (array_agg(id ORDER BY id))[1] AS lowest, (array_agg(id ORDER BY id DESC))[1] AS highest FROM page) span
    JOIN entry_seals s ON s.organization_id = $1 AND s.highest_id >= span.lowest AND s.lowest_id <= span.highest
    CROSS JOIN LATERAL unnest(s.entry_ids) AS entry (id) GROUP BY entry.id
  ), waiting AS MATERIALIZED (
    SELECT entry_id AS id, count(*) AS times FROM waiting_entries($1) GROUP BY entry_id
  )
  SELECT (SELECT count(*) FROM page) AS rows,
    (SELECT ARRAY[created_at::text, id::text] FROM page ORDER BY created_at DESC, id DESC LIMIT 1) AS last,
    coalesce((
      SELECT json_agg(json_build_object('check', 'ENTRY_UNSEALED', 'entry_id', page.id, 'expected', 'sealed, or waiting',
        'actual', CASE WHEN sealed.id IS NULL AND waiting.id IS NULL THEN 'neither' WHEN waiting.id IS NULL THEN 'sealed twice' WHEN sealed.id IS NULL THEN 'waiting twice' ELSE 'both' END))
      FROM page LEFT JOIN sealed ON sealed.id = page.id LEFT JOIN waiting ON waiting.id = page.id
      WHERE coalesce(sealed.times, 0) + coalesce(waiting.times, 0) <> 1
    ), '[]'::json) AS contradictions`;

/** Entries after `place`, by creation time and id, that are not in exactly one of two states: sealed once, or queued for sealing once. */
export async function unsealedPage(organizationId: string, place: readonly string[] | null, limit: number): Promise<ProofPage> {
  const [createdAt, id] = place ?? ['-infinity', BEFORE_ALL];
  const [row] = await statement<ProofPage>(UNSEALED, [organizationId, createdAt, id, limit]);
  return pageOf(row);
}

/** Entries that wait to be sealed and are not stored. */
export async function missingWaiting(organizationId: string, limit: number): Promise<string[]> {
  const rows = await statement<{ entry_id: string }>(
    `SELECT q.entry_id FROM waiting_entries($1) q
     WHERE NOT EXISTS (SELECT 1 FROM journal_entries e WHERE e.organization_id = $1 AND e.id = q.entry_id) LIMIT $2`,
    [organizationId, limit],
  );
  return rows.map(({ entry_id }) => entry_id);
}

const OF_BALANCE =
  'p.account_id = b.account_id AND p.program_id = b.program_id AND p.asset_id = b.asset_id AND p.account_type = b.account_type';
const inBuckets = (amount: string, of: string): string =>
  ['AVAILABLE', 'HELD', 'DEFERRED']
    .map((bucket) => `coalesce(sum(${amount}) FILTER (WHERE ${of}.bucket = '${bucket}'), 0) AS ${bucket.toLowerCase()}`)
    .join(', ');

const BALANCES = `
  WITH page AS (
    SELECT b.*, a.inventory_mode = 'LOT' AND b.account_type <> 'PROGRAM_WALLET' AS in_lots
    FROM balances b JOIN assets a ON a.id = b.asset_id
    WHERE b.organization_id = $1 AND (b.asset_id, b.program_id, b.account_type, b.account_id) > ($2, $3, $4, $5)
    ORDER BY b.asset_id, b.program_id, b.account_type, b.account_id LIMIT $6
  ), compared AS (
    SELECT b.account_type, b.account_id, b.program_id, b.asset_id, c.name AS check, c.bucket, c.hold_reference, c.expected, c.actual
    FROM page b
    CROSS JOIN LATERAL (SELECT ${inBuckets('p.amount', 'p')} FROM postings p WHERE ${OF_BALANCE}) posted
    CROSS JOIN LATERAL (SELECT ${inBuckets('p.remaining', 'p')} FROM lots p WHERE b.in_lots AND ${OF_BALANCE}) in_lots
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.amount), 0) AS amount FROM postings p JOIN lot_postings l ON l.entry_id = p.entry_id AND l.line = p.line AND l.lot_id IS NULL
      WHERE b.in_lots AND p.bucket = 'AVAILABLE' AND ${OF_BALANCE}) overdraft
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM holds p WHERE ${OF_BALANCE}) held
    CROSS JOIN LATERAL (
      SELECT 'BALANCE', 'AVAILABLE', NULL, posted.available, b.available
      UNION ALL SELECT 'BALANCE', 'HELD', NULL, posted.held, b.held
      UNION ALL SELECT 'BALANCE', 'DEFERRED', NULL, posted.deferred, b.deferred
      UNION ALL SELECT 'OVERDRAFT_LIMIT', 'AVAILABLE', NULL, greatest(b.available, -b.overdraft_limit), b.available
      UNION ALL SELECT 'LOT_BUCKETS', 'AVAILABLE', NULL, in_lots.available + overdraft.amount, b.available WHERE b.in_lots
      UNION ALL SELECT 'LOT_BUCKETS', 'HELD', NULL, in_lots.held, b.held WHERE b.in_lots
      UNION ALL SELECT 'LOT_BUCKETS', 'DEFERRED', NULL, in_lots.deferred, b.deferred WHERE b.in_lots
      UNION ALL SELECT 'HOLD_BUCKET', 'HELD', NULL, held.amount, b.held
      UNION ALL
      SELECT 'HOLD_AMOUNT', 'HELD', h.reference_id, coalesce((SELECT sum(p.amount) FROM postings p WHERE p.hold_reference = h.reference_id AND ${OF_BALANCE}), 0), h.amount
      FROM holds h WHERE h.account_id = b.account_id AND h.program_id = b.program_id AND h.asset_id = b.asset_id
    ) c (name, bucket, hold_reference, expected, actual)
    WHERE c.expected <> c.actual
  )
  SELECT (SELECT count(*) FROM page) AS rows,
    (SELECT ARRAY[asset_id::text, program_id::text, account_type, account_id::text] FROM page
     ORDER BY asset_id DESC, program_id DESC, account_type DESC, account_id DESC LIMIT 1) AS last,
    coalesce((SELECT json_agg(json_build_object('check', "check", 'account_type', account_type, 'account_id', account_id, 'program_id', program_id,
      'asset_id', asset_id, 'bucket', bucket, 'hold_reference', hold_reference,
      'expected', trim_scale(expected)::text, 'actual', trim_scale(actual)::text)) FROM compared), '[]'::json) AS contradictions`;

/** Balances after `place` that their postings, lots or holds contradict. */
export async function balancesPage(organizationId: string, place: readonly string[] | null, limit: number): Promise<ProofPage> {
  const [row] = await statement<ProofPage>(BALANCES, [organizationId, ...(place ?? [BEFORE_ALL, BEFORE_ALL, '', BEFORE_ALL]), limit]);
  return pageOf(row);
}

const OF_ENTRIES = `
  SELECT DISTINCT 'BALANCE_MISSING' AS check, NULL::uuid AS lot_id, p.account_type, p.account_id, p.program_id, p.asset_id, 'a balance' AS expected, 'none' AS actual
  FROM postings p
  WHERE p.entry_id = ANY ($1::uuid[]) AND p.bucket IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM balances b WHERE b.account_id = p.account_id AND b.program_id = p.program_id AND b.asset_id = p.asset_id)
  UNION ALL
  SELECT c.name, t.id, t.account_type, t.account_id, t.program_id, t.asset_id, c.expected, c.actual
  FROM lots t
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.amount), 0) AS total, coalesce(sum(l.amount) FILTER (WHERE p.bucket = t.bucket), 0) AS there,
           (array_agg(e.type ORDER BY e.sequence DESC))[1] AS last_type
    FROM lot_postings l JOIN postings p ON p.entry_id = l.entry_id AND p.line = l.line JOIN journal_entries e ON e.id = l.entry_id
    WHERE l.lot_id = t.id
  ) posted
  CROSS JOIN LATERAL (
    SELECT 'LOT_REMAINING', trim_scale(posted.total)::text, trim_scale(t.remaining)::text
    UNION ALL SELECT 'LOT_REMAINING', '0 to ' || trim_scale(t.amount), trim_scale(t.remaining)::text WHERE t.remaining NOT BETWEEN 0 AND t.amount
    UNION ALL SELECT 'LOT_STATUS', trim_scale(posted.total)::text || ' ' || t.bucket, trim_scale(posted.there)::text || ' ' || t.bucket
    UNION ALL SELECT 'LOT_STATUS', CASE WHEN posted.last_type = 'EXPIRE' THEN 'expired' ELSE 'not expired' END, CASE WHEN t.expired THEN 'expired' ELSE 'not expired' END
  ) c (name, expected, actual)
  WHERE t.entry_id = ANY ($1::uuid[]) AND c.expected <> c.actual`;

/** Contradictions in the lots that these entries created, or in the balances that they moved. */
export function contradictionsOfEntries(entryIds: readonly string[]): Promise<Contradiction[]> {
  return statement<Contradiction>(OF_ENTRIES, [entryIds]);
}
