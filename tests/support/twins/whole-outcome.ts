/**
 * Reads all that events have left of a program, so that two programs can be compared: ids become numbers in the order in which they are met, and
 * instants are left out, as are times that only say when something was stored.
 */
import { statement } from '@/server/db/transaction';

type Row = Readonly<Record<string, unknown>>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?/g;

/** The terms of a lot, in whole hours: seconds pass between the steps of a test. */
const hoursUntil = (column: string): string => `round(extract(epoch FROM ${column} - l.created_at) / 3600)`;

/** What is met first, in an order that does not depend on ids: whoever is named by others later. */
const NAMED: readonly string[] = [
  `SELECT o.id FROM organizations o WHERE o.id = $1`,
  `SELECT p.id FROM programs p WHERE p.organization_id = $1 ORDER BY p.name`,
  `SELECT a.id, a.symbol FROM assets a WHERE a.organization_id = $1 ORDER BY a.symbol`,
  `SELECT p.id, p.external_id, p.status FROM participants p WHERE p.organization_id = $1 ORDER BY p.external_id`,
  `SELECT g.id, g.name FROM groups g WHERE g.organization_id = $1 ORDER BY g.name`,
  `SELECT r.id, r.name, r.rule_set_id FROM rules r WHERE r.organization_id = $1 ORDER BY r.position`,
];

const HOLDER = `coalesce((SELECT external_id FROM participants p WHERE p.organization_id = $1 AND p.id = %), '')`;

/** In the order in which they were made; what no event caused, as it falls due, in that order for each holder. */
const MADE: readonly string[] = [
  `SELECT to_jsonb(v) - 'request_id' AS row FROM events v WHERE v.organization_id = $1 ORDER BY v.id`,
  `SELECT to_jsonb(e) - 'sequence' AS row FROM journal_entries e WHERE e.organization_id = $1
    ORDER BY e.event_id IS NULL, CASE WHEN e.event_id IS NULL THEN (
      SELECT string_agg(p.external_id, ',' ORDER BY p.external_id) FROM participants p WHERE p.organization_id = $1 AND p.id = ANY (e.accounts)) END, e.sequence`,
  `SELECT to_jsonb(l) AS row, ${hoursUntil('l.matures_at')} AS matures, ${hoursUntil('l.expires_at')} AS expires FROM lots l
    WHERE l.organization_id = $1 ORDER BY ${HOLDER.replace('%', 'l.account_id')}, l.id`,
];

/** In no order of their own. */
const STORED: readonly string[] = [
  `SELECT to_jsonb(m) AS row FROM lot_postings m WHERE m.organization_id = $1`,
  `SELECT to_jsonb(b) AS row FROM balances b WHERE b.organization_id = $1`,
  `SELECT to_jsonb(h) AS row FROM holds h WHERE h.organization_id = $1`,
  `SELECT to_jsonb(t) - 'id' AS row FROM transfers t WHERE t.organization_id = $1`,
  `SELECT to_jsonb(u) AS row FROM budget_usage u WHERE u.organization_id = $1`,
  `SELECT to_jsonb(c) AS row FROM state_counters c WHERE c.organization_id = $1`,
  `SELECT to_jsonb(t) AS row FROM state_tags t WHERE t.organization_id = $1`,
  `SELECT to_jsonb(a) AS row FROM state_attributes a WHERE a.organization_id = $1`,
  `SELECT to_jsonb(t) AS row FROM state_tiers t WHERE t.organization_id = $1`,
  `SELECT to_jsonb(h) - 'id' - 'sequence' AS row FROM state_history h WHERE h.organization_id = $1`,
  `SELECT to_jsonb(m) AS row FROM program_participants m WHERE m.organization_id = $1`,
  `SELECT to_jsonb(o) AS row FROM event_outcomes o WHERE o.organization_id = $1`,
  `SELECT to_jsonb(w) - 'id' - 'request_id' AS row FROM webhook_events w WHERE w.organization_id = $1`,
];

/** Every row as text, by the query that found it. */
export async function wholeOutcome(organizationId: string): Promise<Record<string, string[]>> {
  const numbers = new Map<string, string>();
  const numbered = (id: string): string => {
    const known = numbers.get(id) ?? `#${numbers.size + 1}`;
    numbers.set(id, known);
    return known;
  };
  const plain = (row: Row): string => JSON.stringify(row).replaceAll(UUID, numbered).replaceAll(INSTANT, 'then');
  const read = async (sql: string): Promise<[string, string[]]> => [sql, (await statement<Row>(sql, [organizationId])).map(plain)];
  const found: [string, string[]][] = [];
  for (const sql of [...NAMED, ...MADE]) found.push(await read(sql));
  for (const sql of STORED) {
    const [, rows] = await read(sql);
    found.push([sql, rows.sort()]);
  }
  return Object.fromEntries(found);
}
