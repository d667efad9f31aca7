/** Loads what was earned under references, by account: what was issued, lost and taken back under each, and the lots that it went into. */
import { accountKey, type AccountKey } from '@/domain/ledger/accounts';
import type { Earning, Earnings } from '@/domain/ledger/earnings';
import { amountOf } from '@/domain/money';
import type { Tx } from '@/server/db/transaction';

interface EarningsScope {
  readonly organizationId: string;
  readonly programId: string;
  /** Only entries dated before it count; null: all. */
  readonly before: Date | null;
}

interface EarningRow {
  reference_id: string;
  account_id: string;
  asset_id: string;
  issued: string;
  issued_to_held: string;
  taken_back: string;
  lost: string;
  lots: string[];
}

/** Callers that decide on it have locked the accounts. */
export async function loadEarnings(
  tx: Pick<Tx, 'query'>,
  { organizationId, programId, before }: EarningsScope,
  references: ReadonlySet<string>,
): Promise<Earnings> {
  if (references.size === 0) return { references, byAccount: new Map() };
  const rows = await tx.query<EarningRow & Record<string, unknown>>(EARNINGS, [organizationId, programId, [...references], before]);
  const byAccount = new Map<AccountKey, Map<string, Earning>>();
  for (const row of rows) {
    const key = accountKey(row.account_id, programId, row.asset_id);
    const own = byAccount.get(key) ?? new Map<string, Earning>();
    byAccount.set(key, own.set(row.reference_id, earningOf(row)));
  }
  return { references, byAccount };
}

const earningOf = (row: EarningRow): Earning => ({
  issued: amountOf(row.issued),
  issuedToHeld: amountOf(row.issued_to_held),
  takenBack: amountOf(row.taken_back),
  lost: amountOf(row.lost),
  lots: new Set(row.lots),
});

const UNTIL = (id: string): string => `($4::timestamptz IS NULL OR ${id} < first_id_at($4))`;
const LOT = 'l.id, l.parent_id, l.account_id, l.asset_id';

/**
 * The lots that were split from others are found among those of the same account: what is sent to somebody who earned under the same
 * reference is lost by them, not by whoever sent it. Each step looks up by a key: with one condition for
 * all, the planner would read everything of an organization that it takes for small.
 */
const EARNINGS = `
  WITH RECURSIVE moves AS MATERIALIZED (
    SELECT ref.reference_id, e.*
    FROM unnest($3::text[]) AS ref (reference_id)
    CROSS JOIN LATERAL (
      SELECT e.id, e.type, p.account_id, p.asset_id, p.bucket, p.amount FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p
      WHERE e.organization_id = $1 AND e.reference_id = ref.reference_id AND e.program_id = $2 AND ${UNTIL('e.id')}
        AND e.type IN ('CREDIT', 'SETTLE', 'VOID', 'TAKE_BACK') AND p.account_type IN ('PARTICIPANT', 'GROUP')
      OFFSET 0) e
  ), roots AS MATERIALIZED (
    SELECT DISTINCT m.reference_id, m.account_id, m.asset_id, l.id AS lot_id
    FROM (SELECT DISTINCT id, reference_id, account_id, asset_id FROM moves WHERE type IN ('CREDIT', 'SETTLE')) m
    CROSS JOIN LATERAL (SELECT ${LOT} FROM lots l WHERE l.organization_id = $1 AND l.entry_id = m.id OFFSET 0) l
    WHERE l.parent_id IS NULL AND (l.account_id, l.asset_id) = (m.account_id, m.asset_id)
  ), split AS MATERIALIZED (
    SELECT l.id, l.parent_id, l.account_id
    FROM (SELECT DISTINCT account_id, asset_id FROM roots) a
    CROSS JOIN LATERAL (
      SELECT ${LOT} FROM lots l
      WHERE (l.organization_id, l.account_id, l.program_id, l.asset_id) = ($1, a.account_id, $2, a.asset_id) AND ${UNTIL('l.entry_id')}
      OFFSET 0) l
    WHERE l.parent_id IS NOT NULL
  ), family AS (
    SELECT reference_id, account_id, asset_id, lot_id FROM roots
    UNION
    SELECT f.reference_id, f.account_id, f.asset_id, s.id FROM family f JOIN split s ON (s.parent_id, s.account_id) = (f.lot_id, f.account_id)
  ), of_lots AS (
    SELECT f.reference_id, f.account_id, f.asset_id, array_agg(f.lot_id) AS lots, sum(f.lost) AS lost
    FROM (
      SELECT f.*, (
        SELECT coalesce(-sum(lp.amount), 0) FROM lot_postings lp
        JOIN journal_entries e ON e.organization_id = lp.organization_id AND e.id = lp.entry_id AND e.type IN ('EXPIRE', 'FORFEIT')
        WHERE lp.organization_id = $1 AND lp.lot_id = f.lot_id AND ${UNTIL('lp.entry_id')}) AS lost
      FROM family f) f
    GROUP BY f.reference_id, f.account_id, f.asset_id
  )
  SELECT m.reference_id, m.account_id, m.asset_id,
    coalesce(sum(m.amount) FILTER (WHERE m.type <> 'TAKE_BACK'), 0) AS issued,
    coalesce(sum(m.amount) FILTER (WHERE m.type = 'CREDIT' AND m.bucket = 'HELD'), 0) AS issued_to_held,
    coalesce(-sum(m.amount) FILTER (WHERE m.type = 'TAKE_BACK'), 0) AS taken_back,
    coalesce(max(o.lost), 0) AS lost, coalesce(max(o.lots), '{}') AS lots
  FROM moves m LEFT JOIN of_lots o ON (o.reference_id, o.account_id, o.asset_id) = (m.reference_id, m.account_id, m.asset_id)
  GROUP BY m.reference_id, m.account_id, m.asset_id`;
