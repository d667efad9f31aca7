/**
 * States what must always hold in the database, whatever crashed: each check is one query for the rows that
 * violate it. A new kind of row gets its checks here, and every fault test then enforces them.
 */
import type pg from 'pg';
import type { QueryResultRow } from 'pg';
import { OF_ALL } from '@/server/db/spread';
import { withConnection } from '../../prisma/connect';
import { challengeInvariants } from './challenge-invariants';
import { codeInvariants } from './code-invariants';
import { decisionInvariants } from './decision-invariants';
import { importInvariants } from './import-invariants';
import { leaderboardInvariants } from './leaderboard-invariants';
import { orderInvariants } from './order-invariants';
import { redemptionInvariants } from './redemption-invariants';
import { referralInvariants } from './referral-invariants';
import { webhookInvariants } from './webhook-invariants';
import { EVENT_RECORDS } from './event-records';

export type Query = <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

export const queryOn =
  (client: pg.Client): Query =>
  async (sql, values = []) =>
    (await client.query(sql, [...values])).rows as never;

/** Opens a new connection for each query, so that the database may die in between. */
export const queryAt =
  (url: string): Query =>
  (sql, values) =>
    withConnection(url, (client) => queryOn(client)(sql, values));

export interface Invariant {
  readonly name: string;
  /** Finds violations; `$1` holds the organizations to check, or null for all. */
  readonly broken: string;
}

const of = (alias: string): string => `($1::uuid[] IS NULL OR ${alias}.organization_id = ANY ($1))`;

/** One organization, several, or null for all. */
export type Whose = string | readonly string[] | null;

const listOf = (whose: Whose): readonly string[] | null => (typeof whose === 'string' ? [whose] : whose);

const LEDGER: readonly Invariant[] = [
  {
    name: 'the postings of an entry sum to zero per asset, and are at least two',
    broken: `SELECT e.id, p.asset_id, count(p.line)::int AS postings, sum(p.amount) AS total
      FROM journal_entries e LEFT JOIN postings p ON p.entry_id = e.id WHERE ${of('e')}
      GROUP BY e.id, p.asset_id HAVING count(p.line) < 2 OR sum(p.amount) <> 0`,
  },
  {
    name: 'all postings of an asset sum to zero',
    broken: `SELECT p.asset_id, sum(p.amount) AS total FROM postings p WHERE ${of('p')} GROUP BY p.asset_id HAVING sum(p.amount) <> 0`,
  },
  {
    name: 'the statement of an account is what entries posted to it',
    broken: `SELECT entry_id, line, p.amount AS posted, s.amount AS stated
      FROM (SELECT * FROM postings p WHERE ${of('p')} AND p.account_type IN ('PARTICIPANT', 'GROUP')) p
      FULL JOIN (SELECT * FROM account_entries s WHERE ${of('s')}) s USING (organization_id, account_id, program_id, asset_id, entry_id, line)
      WHERE (p.amount, p.bucket, p.hold_reference) IS DISTINCT FROM (s.amount, s.bucket, s.hold_reference)`,
  },
  {
    name: 'a cached balance is the sum of its postings',
    broken: `WITH summed AS (
        SELECT p.account_id, p.program_id, p.asset_id,
               coalesce(sum(p.amount) FILTER (WHERE p.bucket = 'AVAILABLE'), 0) AS available,
               coalesce(sum(p.amount) FILTER (WHERE p.bucket = 'HELD'), 0) AS held,
               coalesce(sum(p.amount) FILTER (WHERE p.bucket = 'DEFERRED'), 0) AS deferred
        FROM postings p WHERE ${of('p')} AND p.bucket IS NOT NULL GROUP BY p.account_id, p.program_id, p.asset_id)
      SELECT account_id, asset_id, b.available AS cached, s.available AS posted
      FROM summed s FULL JOIN (SELECT * FROM balances b WHERE ${of('b')}) b USING (account_id, program_id, asset_id)
      WHERE (coalesce(s.available, 0), coalesce(s.held, 0), coalesce(s.deferred, 0)) IS DISTINCT FROM (b.available, b.held, b.deferred)`,
  },
];

const LOTS: readonly Invariant[] = [
  {
    name: 'what is left in a lot is the sum of what was put in and taken out',
    broken: `SELECT l.id, l.remaining, sum(m.amount) AS moved FROM lots l LEFT JOIN lot_postings m ON m.lot_id = l.id
      WHERE ${of('l')} GROUP BY l.organization_id, l.id, l.remaining HAVING coalesce(sum(m.amount), 0) <> l.remaining`,
  },
  {
    name: 'a posting of a LOT asset is made of lots to the last digit',
    broken: `SELECT p.entry_id, p.line, p.amount, sum(m.amount) AS of_lots
      FROM postings p JOIN assets a ON a.organization_id = p.organization_id AND a.id = p.asset_id AND a.inventory_mode = 'LOT'
      LEFT JOIN lot_postings m ON m.entry_id = p.entry_id AND m.line = p.line
      WHERE ${of('p')} AND p.account_type IN ('PARTICIPANT', 'GROUP')
      GROUP BY p.entry_id, p.line, p.amount HAVING coalesce(sum(m.amount), 0) <> p.amount`,
  },
  {
    name: 'a bucket of a LOT asset holds what is left in its lots, less the overdraft',
    broken: `WITH kept AS (
        SELECT l.account_id, l.program_id, l.asset_id, l.bucket, sum(l.remaining) AS amount FROM lots l WHERE ${of('l')} GROUP BY 1, 2, 3, 4
        UNION ALL
        SELECT p.account_id, p.program_id, p.asset_id, p.bucket, sum(m.amount)
        FROM lot_postings m JOIN postings p ON p.entry_id = m.entry_id AND p.line = m.line WHERE ${of('m')} AND m.lot_id IS NULL GROUP BY 1, 2, 3, 4)
      SELECT b.account_id, b.asset_id, bucket.name, bucket.amount AS cached, sum(k.amount) AS in_lots
      FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id AND a.inventory_mode = 'LOT'
      CROSS JOIN LATERAL (VALUES ('AVAILABLE', b.available), ('HELD', b.held), ('DEFERRED', b.deferred)) AS bucket (name, amount)
      LEFT JOIN kept k ON (k.account_id, k.program_id, k.asset_id, k.bucket) = (b.account_id, b.program_id, b.asset_id, bucket.name)
      WHERE ${of('b')} AND b.account_type IN ('PARTICIPANT', 'GROUP')
      GROUP BY b.account_id, b.program_id, b.asset_id, bucket.name, bucket.amount HAVING coalesce(sum(k.amount), 0) <> bucket.amount`,
  },
  {
    name: 'a hold is the sum of what was posted to HELD under its reference',
    broken: `WITH posted AS (
        SELECT p.account_id, p.program_id, p.asset_id, p.hold_reference AS reference_id, sum(p.amount) AS amount
        FROM postings p WHERE ${of('p')} AND p.bucket = 'HELD' GROUP BY 1, 2, 3, 4)
      SELECT account_id, asset_id, reference_id, h.amount, posted.amount AS posted
      FROM (SELECT * FROM holds h WHERE ${of('h')}) h FULL JOIN posted USING (account_id, program_id, asset_id, reference_id)
      WHERE coalesce(h.amount, 0) <> coalesce(posted.amount, 0)`,
  },
  {
    name: 'a hold of a LOT asset is what is left in the lots under it',
    broken: `WITH under AS (
        SELECT l.account_id, l.program_id, l.asset_id, l.reference_id, sum(l.remaining) AS amount
        FROM lots l WHERE ${of('l')} AND l.bucket = 'HELD' AND l.remaining > 0 GROUP BY 1, 2, 3, 4)
      SELECT account_id, asset_id, reference_id, h.amount, under.amount AS in_lots
      FROM (SELECT h.* FROM holds h JOIN assets a ON a.organization_id = h.organization_id AND a.id = h.asset_id AND a.inventory_mode = 'LOT' WHERE ${of('h')} AND h.amount > 0) h
      FULL JOIN under USING (account_id, program_id, asset_id, reference_id)
      WHERE coalesce(h.amount, 0) <> coalesce(under.amount, 0)`,
  },
  {
    name: 'an account that is overdrawn has nothing in its AVAILABLE lots',
    broken: `WITH overdrawn AS (
        SELECT p.account_id, p.program_id, p.asset_id, sum(m.amount) AS amount
        FROM lot_postings m JOIN postings p ON p.entry_id = m.entry_id AND p.line = m.line
        WHERE ${of('m')} AND m.lot_id IS NULL GROUP BY 1, 2, 3 HAVING sum(m.amount) <> 0)
      SELECT account_id, asset_id, o.amount AS overdraft, l.id AS lot, l.remaining
      FROM overdrawn o JOIN lots l USING (account_id, program_id, asset_id) WHERE l.bucket = 'AVAILABLE' AND l.remaining > 0`,
  },
];

const TRANSFERS: readonly Invariant[] = [
  {
    name: 'an entry is a transfer exactly when a transfer tells of it, and that tells what it posted',
    broken: `SELECT e.id, e.type, t.id AS transfer FROM journal_entries e FULL JOIN transfers t ON t.entry_id = e.id
      WHERE (${of('e')} OR ${of('t')}) AND (e.type = 'TRANSFER' OR t.id IS NOT NULL) AND (t.id IS NULL OR e.id IS NULL OR NOT transfer_is_its_entry(t))`,
  },
];

const EVENTS: readonly Invariant[] = [
  {
    name: 'the entries of an event are those that its evaluation names, each once',
    broken: `WITH named AS (
        SELECT v.event_id, (action ->> 'journal_entry_id')::uuid AS id
        FROM event_outcomes v, json_array_elements(v.evaluations) evaluation, json_array_elements(evaluation -> 'actions') action
        WHERE ${of('v')} AND action ->> 'journal_entry_id' IS NOT NULL)
      SELECT coalesce(e.event_id, n.event_id) AS event_id, e.id AS entry, n.id AS named
      FROM (SELECT e.id, e.event_id FROM journal_entries e WHERE ${of('e')} AND e.event_id IS NOT NULL) e
      FULL JOIN named n ON n.id = e.id AND n.event_id = e.event_id WHERE e.id IS NULL OR n.id IS NULL`,
  },
  {
    name: 'only a completed event has entries',
    broken: `SELECT v.id, v.status FROM ${EVENT_RECORDS} v WHERE ${of('v')} AND v.status <> 'COMPLETED' AND EXISTS (SELECT 1 FROM journal_entries e WHERE e.event_id = v.id)`,
  },
  {
    name: 'an event waits in the queue once, or has an outcome that says when it ended and what each rule decided',
    broken: `SELECT v.id, waiting.places, o.status FROM events v
      LEFT JOIN event_outcomes o ON o.organization_id = v.organization_id AND o.event_id = v.id AND o.evaluations IS NOT NULL
      CROSS JOIN LATERAL (SELECT count(*)::int AS places FROM event_queue q WHERE q.organization_id = v.organization_id AND q.program_id = v.program_id AND q.id = v.id) waiting WHERE ${of('v')} AND waiting.places + (o.event_id IS NOT NULL)::int <> 1`,
  },
  {
    name: 'what waits or has an outcome is an event',
    broken: `SELECT v.id FROM (SELECT organization_id, id FROM event_queue UNION ALL SELECT organization_id, event_id FROM event_outcomes) v
      WHERE ${of('v')} AND NOT EXISTS (SELECT 1 FROM events e WHERE e.organization_id = v.organization_id AND e.id = v.id)`,
  },
  {
    name: 'the participants of an event are enrolled in its program',
    broken: `SELECT v.id FROM events v CROSS JOIN LATERAL (VALUES (v.participant_id), (v.recipient_id)) AS party (id)
      WHERE ${of('v')} AND party.id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM program_participants m WHERE m.program_id = v.program_id AND m.participant_id = party.id)`,
  },
];

const IDEMPOTENCY: readonly Invariant[] = [
  {
    // Ending a redemption is answered with the entry that began it.
    name: 'the entry that an idempotency record answers with exists, and no other record answers with it',
    broken: `SELECT r.operation, r.key, r.response ->> 'journal_entry_id' AS entry
      FROM idempotency_records r
      LEFT JOIN journal_entries e ON e.organization_id = r.organization_id AND e.id::text = r.response ->> 'journal_entry_id'
      WHERE ${of('r')} AND r.response ->> 'journal_entry_id' IS NOT NULL AND r.operation !~ '^redemptions[.](capture|cancel|fail):' AND (e.id IS NULL OR EXISTS (
        SELECT 1 FROM idempotency_records other WHERE other.organization_id = r.organization_id AND (other.scope_id, other.key) <> (r.scope_id, r.key)
          AND other.operation !~ '^redemptions[.](capture|cancel|fail):' AND other.response ->> 'journal_entry_id' = r.response ->> 'journal_entry_id'))`,
  },
];

const HISTORY: readonly Invariant[] = [
  {
    name: 'a participant is as its last version says',
    broken: `SELECT p.id FROM participants p LEFT JOIN LATERAL (
        SELECT * FROM participant_versions v WHERE v.organization_id = p.organization_id AND v.participant_id = p.id ORDER BY v.sequence DESC LIMIT 1) v ON true
      WHERE ${of('p')} AND (p.email, p.phone, p.first_name, p.last_name, p.display_name, p.status, p.updated_at)
        IS DISTINCT FROM (v.email, v.phone, v.first_name, v.last_name, v.display_name, v.status, v.updated_at)`,
  },
  {
    name: 'a tag, attribute, counter or level is what the last change of it left',
    broken: `WITH present AS (
        SELECT subject_id, 'TAG' AS state_type, '' AS program, tag AS key, tag AS value FROM state_tags t WHERE ${of('t')}
        UNION ALL SELECT subject_id, 'ATTRIBUTE', '', key, value::text FROM state_attributes a WHERE ${of('a')}
        UNION ALL SELECT subject_id, 'COUNTER', '', key, trim_scale(value)::text FROM state_counters c WHERE ${of('c')}
        UNION ALL SELECT subject_id, 'TIER', program_id::text, tier, level FROM state_tiers s WHERE ${of('s')}),
      changed AS (
        SELECT DISTINCT ON (subject_id, state_type, program, key) subject_id, state_type, coalesce(program_id::text, '') AS program, key,
          CASE state_type WHEN 'ATTRIBUTE' THEN new_value::text WHEN 'TIER' THEN new_value ->> 'level' ELSE new_value #>> '{}' END AS value
        FROM state_history h WHERE ${of('h')} ORDER BY subject_id, state_type, program, key, sequence DESC)
      SELECT subject_id, state_type, key, p.value AS present, c.value AS changed
      FROM present p FULL JOIN changed c USING (subject_id, state_type, program, key) WHERE p.value IS DISTINCT FROM c.value`,
  },
  {
    name: 'a counter with a sliding window is the sum of what the window holds, and changes next when the oldest of it leaves',
    broken: `SELECT c.subject_id, c.key, c.value, c.resets_at, held.* FROM state_counters c CROSS JOIN LATERAL (
        SELECT coalesce(sum(m.amount), 0) AS total, count(*) AS marks, to_timestamp((min(m.made_ms) + c.window_ms) / 1000::float8)::timestamptz(3) AS leaves
        FROM marks_within(c.marks, c.window_ms, '-infinity') m) held
      WHERE ${of('c')} AND c.window_ms IS NOT NULL AND (c.value <> held.total OR c.resets_at IS DISTINCT FROM held.leaves OR held.marks > 1000)`,
  },
];

/** @param credits which entries `e` count for a usage `u`. */
const budgetInvariant = (name: string, table: string, owner: string, credits: string): Invariant => ({
  name,
  broken: `SELECT u.${owner}, u.scope, u.holder_id, u.consumed, credited.amount
    FROM ${table} u CROSS JOIN LATERAL (
      SELECT coalesce(sum(p.amount), 0) AS amount FROM journal_entries e JOIN postings p ON p.entry_id = e.id
      WHERE ${credits} AND p.asset_id = u.asset_id AND p.amount > 0 AND p.account_type IN ('PARTICIPANT', 'GROUP')
        AND (u.scope = 'PROGRAM' OR p.account_id = u.holder_id)) credited
    CROSS JOIN LATERAL (
      SELECT coalesce(sum((used ->> 'amount')::numeric), 0) AS amount FROM decisions d CROSS JOIN json_array_elements(d.plan -> 'budgets') AS used
      WHERE d.organization_id = u.organization_id AND d.status = 'RESERVED' AND used ->> '${owner}' = u.${owner}::text
        AND used ->> 'asset_id' = u.asset_id::text AND used ->> 'scope' = u.scope AND used ->> 'holder_id' = u.holder_id::text) reserved
    WHERE ${of('u')} AND u.consumed > credited.amount + reserved.amount`,
});

const BUDGETS: readonly Invariant[] = [
  budgetInvariant('a budget has consumed no more than its rule ever credited under it', 'budget_usage', 'rule_id', 'e.rule_id = u.rule_id'),
  budgetInvariant(
    'a budget of a campaign has consumed no more than its rules ever credited under it',
    'campaign_budget_usage',
    'campaign_id',
    'e.rule_id IN (SELECT r.id FROM rules r WHERE r.organization_id = u.organization_id AND r.rule_set_id = u.campaign_id)',
  ),
];

const INVARIANTS = [
  ...LEDGER,
  ...LOTS,
  ...TRANSFERS,
  ...BUDGETS,
  ...EVENTS,
  ...IDEMPOTENCY,
  ...HISTORY,
  ...redemptionInvariants(of),
  ...challengeInvariants(of),
  ...leaderboardInvariants(of),
  ...codeInvariants(of),
  ...referralInvariants(of),
  ...decisionInvariants(of),
  ...importInvariants(of),
  ...orderInvariants(of),
  ...webhookInvariants(of),
];
const SHOWN_PER_INVARIANT = 5;

/** Every invariant that is violated, with some of the offending rows; empty when all hold. */
export async function brokenInvariants(query: Query, whose: Whose = null): Promise<string[]> {
  const broken: string[] = [];
  for (const invariant of INVARIANTS) {
    const rows = await query(`${OF_ALL} ${invariant.broken} LIMIT ${SHOWN_PER_INVARIANT}`, [listOf(whose)]);
    broken.push(...rows.map((row) => `${invariant.name}: ${JSON.stringify(row)}`));
  }
  return broken;
}

export interface Unfinished {
  readonly events: number;
  readonly deliveries: number;
}

/** How much work is pending; nothing is lost as long as it is counted here. */
export async function unfinished(query: Query, whose: Whose = null): Promise<Unfinished> {
  const [counts] = await query<Unfinished>(
    `SELECT
       (SELECT count(*)::int FROM event_queue v WHERE ${of('v')}) AS events,
       (SELECT count(*)::int FROM webhook_queue q WHERE ${of('q')}) AS deliveries`,
    [listOf(whose)],
  );
  return counts!;
}
