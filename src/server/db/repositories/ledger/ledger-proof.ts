/**
 * Compares, page by page within the database, cached rows with the entries they derive from. Each page is a single statement, so it
 * sees one state of the ledger, however many transactions are posting.
 */
import { only } from '@/domain/assert';
import type { AccountType, Bucket } from '@/domain/ledger/accounts';
import type { ProofCheck } from '@/domain/ledger/violation';
import { statement } from '@/server/db/transaction';

/** Rows that contradict each other. */
export interface ProofMismatch {
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
  readonly contradictions: ProofMismatch[];
}

interface ProofTotals {
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
  const row = only(
    await statement<ProofTotals>(
      `SELECT coalesce(last.position, 0) AS sealed, encode(last.seal_hash, 'hex') AS sealed_hash,
            coalesce(chain.position, 0) AS head, CASE WHEN chain.position > 0 THEN encode(chain.seal_hash, 'hex') END AS head_hash,
            (SELECT count(*) FROM balances WHERE organization_id = $1) AS balances,
            (SELECT count(*) FROM ledger_checkpoints WHERE organization_id = $1) AS checkpoints
     FROM (SELECT 1) AS always
     LEFT JOIN entry_chains chain ON chain.organization_id = $1
     LEFT JOIN LATERAL (SELECT first_position + entries - 1 AS position, seal_hash FROM entry_seals WHERE organization_id = $1 ORDER BY first_position DESC LIMIT 1) last ON true`,
      [organizationId],
    ),
  );
  return row;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const pageOf = (row: ProofPage | undefined): ProofPage => row ?? { rows: 0, last: null, contradictions: [] };

const UNSEALED = `
  WITH page AS MATERIALIZED (
    SELECT id FROM journal_entries WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3
  ), sealed AS MATERIALIZED (
    SELECT entry.id, count(*) AS times
    FROM (SELECT (array_agg(id ORDER BY id))[1] AS lowest, (array_agg(id ORDER BY id DESC))[1] AS highest FROM page) span
    JOIN entry_seals s ON s.organization_id = $1 AND s.highest_id >= span.lowest AND s.lowest_id <= span.highest
    CROSS JOIN LATERAL unnest(s.entry_ids) AS entry (id) GROUP BY entry.id
  ), waiting AS MATERIALIZED (
    SELECT entry_id AS id, count(*) AS times FROM waiting_entries($1) GROUP BY entry_id
  )
  SELECT (SELECT count(*) FROM page) AS rows,
    (SELECT ARRAY[id::text] FROM page ORDER BY id DESC LIMIT 1) AS last,
    coalesce((
      SELECT json_agg(json_build_object('check', 'ENTRY_UNSEALED', 'entry_id', page.id, 'expected', 'sealed, or waiting',
        'actual', CASE WHEN sealed.id IS NULL AND waiting.id IS NULL THEN 'neither' WHEN waiting.id IS NULL THEN 'sealed twice' WHEN sealed.id IS NULL THEN 'waiting twice' ELSE 'both' END))
      FROM page LEFT JOIN sealed ON sealed.id = page.id LEFT JOIN waiting ON waiting.id = page.id
      WHERE coalesce(sealed.times, 0) + coalesce(waiting.times, 0) <> 1
    ), '[]'::json) AS contradictions`;

/** Entries after `place`, by id, that are not in exactly one of two states: sealed once, or queued for sealing once. */
export async function unsealedPage(organizationId: string, place: readonly string[] | null, limit: number): Promise<ProofPage> {
  const [row] = await statement<ProofPage>(UNSEALED, [organizationId, place?.[0] ?? BEFORE_ALL, limit]);
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
  '(p.organization_id, p.account_id, p.program_id, p.asset_id) = (b.organization_id, b.account_id, b.program_id, b.asset_id)';
/** The statement of a balance, with the posting that each of its lines says there is; null where there is none such. */
const STATEMENT = `account_entries p
      LEFT JOIN journal_entries e ON e.organization_id = p.organization_id AND e.id = p.entry_id AND e.program_id = p.program_id
        AND e.account_types[p.line + 1] = b.account_type AND e.accounts[p.line + 1] = p.account_id AND e.assets[p.line + 1] = p.asset_id
        AND e.buckets[p.line + 1] = p.bucket`;
/** Programs keep no statements: what their wallets hold is in the totals, which are compared with the entries, and in what awaits its seal. */
const WALLET = `
      SELECT coalesce(sum(amount), 0) AS available, 0 AS held, 0 AS deferred FROM (
        SELECT d.amount FROM account_days d WHERE d.organization_id = b.organization_id AND d.program_id = b.program_id AND d.asset_id = b.asset_id
          AND d.account_type = 'PROGRAM_WALLET' AND b.account_id = b.program_id
        UNION ALL
        SELECT p.amount FROM waiting_entries(b.organization_id) q JOIN postings p ON p.organization_id = b.organization_id AND p.entry_id = q.entry_id
        WHERE p.program_id = b.program_id AND p.asset_id = b.asset_id
          AND p.account_type = 'PROGRAM_WALLET' AND p.account_id = b.account_id) moved`;
const inBuckets = (amount: string, of: string): string =>
  ['AVAILABLE', 'HELD', 'DEFERRED']
    .map((bucket) => `coalesce(sum(${amount}) FILTER (WHERE ${of}.bucket = '${bucket}'), 0) AS ${bucket.toLowerCase()}`)
    .join(', ');

const HOLD_OF_BALANCE =
  'h.organization_id = b.organization_id AND h.account_id = b.account_id AND h.program_id = b.program_id AND h.asset_id = b.asset_id';
/** The decision that a hold names; null for a name that is none. */
const DECISION_OF_HOLD =
  "CASE WHEN split_part(h.reference_id, ':', 3) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN split_part(h.reference_id, ':', 3)::uuid END";

const BALANCES = `
  WITH page AS (
    SELECT b.*, a.inventory_mode = 'LOT' AND b.account_type <> 'PROGRAM_WALLET' AS in_lots
    FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id
    WHERE b.organization_id = $1 AND (b.asset_id, b.program_id, b.account_type, b.account_id) > ($2, $3, $4, $5)
    ORDER BY b.asset_id, b.program_id, b.account_type, b.account_id LIMIT $6
  ), compared AS (
    SELECT b.account_type, b.account_id, b.program_id, b.asset_id, c.name AS check, c.bucket, c.hold_reference, c.expected, c.actual
    FROM page b
    CROSS JOIN LATERAL (
      SELECT ${inBuckets('e.amounts[p.line + 1]', 'p')} FROM ${STATEMENT} WHERE b.account_type <> 'PROGRAM_WALLET' AND ${OF_BALANCE}
      HAVING b.account_type <> 'PROGRAM_WALLET'
      UNION ALL ${WALLET} HAVING b.account_type = 'PROGRAM_WALLET') posted
    CROSS JOIN LATERAL (SELECT ${inBuckets('p.remaining', 'p')} FROM lots p WHERE b.in_lots AND p.account_type = b.account_type AND ${OF_BALANCE}) in_lots
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.amount), 0) AS amount FROM account_entries p
      JOIN lot_postings l ON l.organization_id = p.organization_id AND l.entry_id = p.entry_id AND l.line = p.line AND l.lot_id IS NULL
      WHERE b.in_lots AND p.bucket = 'AVAILABLE' AND ${OF_BALANCE}) overdraft
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM holds p WHERE p.account_type = b.account_type AND ${OF_BALANCE}) held
    CROSS JOIN LATERAL (
      SELECT 'BALANCE', 'AVAILABLE', NULL, posted.available, b.available
      UNION ALL SELECT 'BALANCE', 'HELD', NULL, posted.held, b.held
      UNION ALL SELECT 'BALANCE', 'DEFERRED', NULL, posted.deferred, b.deferred
      UNION ALL
      SELECT 'BALANCE', p.bucket, p.hold_reference, coalesce(e.amounts[p.line + 1], 0), p.amount FROM ${STATEMENT} WHERE ${OF_BALANCE}
      UNION ALL SELECT 'OVERDRAFT_LIMIT', 'AVAILABLE', NULL, greatest(b.available, -b.overdraft_limit), b.available
      UNION ALL SELECT 'LOT_BUCKETS', 'AVAILABLE', NULL, in_lots.available + overdraft.amount, b.available WHERE b.in_lots
      UNION ALL SELECT 'LOT_BUCKETS', 'HELD', NULL, in_lots.held, b.held WHERE b.in_lots
      UNION ALL SELECT 'LOT_BUCKETS', 'DEFERRED', NULL, in_lots.deferred, b.deferred WHERE b.in_lots
      UNION ALL SELECT 'HOLD_BUCKET', 'HELD', NULL, held.amount, b.held
      UNION ALL
      SELECT 'HOLD_AMOUNT', 'HELD', h.reference_id, coalesce((SELECT sum(e.amounts[p.line + 1]) FROM ${STATEMENT}
        WHERE p.bucket = 'HELD' AND p.hold_reference = h.reference_id AND e.hold_references[p.line + 1] = h.reference_id AND ${OF_BALANCE}), 0), h.amount
      FROM holds h WHERE ${HOLD_OF_BALANCE}
      UNION ALL
      SELECT 'HOLD_ENDED', 'HELD', h.reference_id, CASE d.status WHEN 'RESERVED' THEN h.amount ELSE 0 END, h.amount
      FROM holds h LEFT JOIN decisions d ON d.organization_id = b.organization_id AND d.id = ${DECISION_OF_HOLD}
      WHERE h.reference_id LIKE 'service:decision:%' AND ${HOLD_OF_BALANCE}
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
  WITH lines AS MATERIALIZED (SELECT * FROM postings p WHERE p.organization_id = $1 AND p.entry_id = ANY ($2::uuid[]))
  SELECT DISTINCT 'BALANCE_MISSING' AS check, NULL::uuid AS entry_id, NULL::uuid AS lot_id, p.account_type, p.account_id, p.program_id, p.asset_id,
    'a balance' AS expected, 'none' AS actual
  FROM lines p
  WHERE p.bucket IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM balances b WHERE (b.organization_id, b.account_id, b.program_id, b.asset_id) = ($1, p.account_id, p.program_id, p.asset_id))
  UNION ALL
  SELECT 'BALANCE', p.entry_id, NULL, p.account_type, p.account_id, p.program_id, p.asset_id, trim_scale(p.amount)::text, 'not in the statement of the account'
  FROM lines p
  WHERE p.account_type IN ('PARTICIPANT', 'GROUP') AND NOT EXISTS (
    SELECT 1 FROM account_entries s
    WHERE (s.organization_id, s.account_id, s.program_id, s.asset_id, s.entry_id, s.line) = ($1, p.account_id, p.program_id, p.asset_id, p.entry_id, p.line))
  UNION ALL
  SELECT c.name, NULL, t.id, t.account_type, t.account_id, t.program_id, t.asset_id, c.expected, c.actual
  FROM lots t
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.amount), 0) AS total, coalesce(sum(l.amount) FILTER (WHERE e.buckets[l.line + 1] = t.bucket), 0) AS there,
           (array_agg(e.type ORDER BY e.sequence DESC))[1] AS last_type
    FROM lot_postings l JOIN journal_entries e ON e.organization_id = $1 AND e.id = l.entry_id
    WHERE l.organization_id = $1 AND l.lot_id = t.id
  ) posted
  CROSS JOIN LATERAL (
    SELECT 'LOT_REMAINING', trim_scale(posted.total)::text, trim_scale(t.remaining)::text
    UNION ALL SELECT 'LOT_REMAINING', '0 to ' || trim_scale(t.amount), trim_scale(t.remaining)::text WHERE t.remaining NOT BETWEEN 0 AND t.amount
    UNION ALL SELECT 'LOT_STATUS', trim_scale(posted.total)::text || ' ' || t.bucket, trim_scale(posted.there)::text || ' ' || t.bucket
    UNION ALL SELECT 'LOT_STATUS', CASE WHEN posted.last_type = 'EXPIRE' THEN 'expired' ELSE 'not expired' END, CASE WHEN t.expired THEN 'expired' ELSE 'not expired' END
  ) c (name, expected, actual)
  WHERE t.organization_id = $1 AND t.entry_id = ANY ($2::uuid[]) AND c.expected <> c.actual`;

/** Contradictions in the lots that these entries created, or in the balances and statements that they moved. */
export function contradictionsOfEntries(organizationId: string, entryIds: readonly string[]): Promise<ProofMismatch[]> {
  return statement<ProofMismatch>(OF_ENTRIES, [organizationId, entryIds]);
}
