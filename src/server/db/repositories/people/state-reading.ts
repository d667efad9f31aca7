/** Reads the state of subjects: as SQL fragments for queries that load subjects, and value by value for changing it. */
import type { Counter } from '@/domain/participants/counters';
import {
  stateKey,
  type StateChange,
  type StateType,
  type StateValue,
  type StateRef,
  type TierMembership,
} from '@/domain/participants/state';
import { amountOf } from '@/domain/money';
import type { Tx } from '@/server/db/transaction';

/** A condition on a row of state: it is of this subject. @param of the alias of the subject's row, here and below. */
const isOf = (row: string, of: string): string => `${row}.organization_id = ${of}.organization_id AND ${row}.subject_id = ${of}.id`;

/** The tags of a subject, as an array. */
export const TAGS_OF = (of: string): string => `ARRAY (SELECT t.tag FROM state_tags t WHERE ${isOf('t', of)} ORDER BY t.tag)`;

/** The attributes of a subject, as an object by key. */
export const ATTRIBUTES_OF = (of: string): string =>
  `(SELECT coalesce(json_object_agg(s.key, s.value ORDER BY s.key), '{}') FROM state_attributes s WHERE ${isOf('s', of)})`;

/** What the sliding window of a row `c` of `state_counters` holds at an instant. @param now SQL for a timestamp, here and below. */
const MARKS_WITHIN = (now: string): string => `marks_within(c.marks, c.window_ms, ${now})`;

/** The value of a row `c` of `state_counters` at an instant, as a decimal string. */
export const COUNTER_READING = (now: string): string =>
  `trim_scale(CASE WHEN c.resets_at <= ${now} THEN coalesce((SELECT sum(m.amount) FROM ${MARKS_WITHIN(now)} m), 0) ELSE c.value END)::text`;

/** When time alone changes the row next, after an instant. */
export const COUNTER_RESETS_AT = (now: string): string =>
  `CASE WHEN c.resets_at <= ${now} THEN (SELECT to_timestamp((min(m.made_ms) + c.window_ms) / 1000::float8)::timestamptz(3) FROM ${MARKS_WITHIN(now)} m) ELSE c.resets_at END`;

/** The values of a subject's counters at an instant: an object of decimal strings by key. */
export const COUNTERS_OF = (of: string, now: string): string =>
  `(SELECT coalesce(json_object_agg(c.key, ${COUNTER_READING(now)} ORDER BY c.key), '{}') FROM state_counters c WHERE ${isOf('c', of)})`;

/** A tier level as shown in a record. */
export interface TierMembershipRow {
  tier: string;
  level: string;
  rank: number;
  program_id: string;
  /** RFC 3339. */
  since: string;
  expires_at: string | null;
}

/** SQL that formats an instant as the API does. */
export const RFC3339 = (time: string): string => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The levels of a subject in all tiers, as `TierMembershipRow`s. */
export const TIER_MEMBERSHIPS_OF = (of: string): string =>
  `(SELECT coalesce(json_agg(json_build_object('tier', s.tier, 'level', s.level, 'rank', s.rank, 'program_id', s.program_id,
      'since', ${RFC3339('s.since')}, 'expires_at', ${RFC3339('s.expires_at')}) ORDER BY s.program_id, s.tier), '[]')
    FROM state_tiers s WHERE ${isOf('s', of)})`;

export interface CounterColumns {
  value: string;
  reset_after_ms: number | null;
  window_ms: number | null;
  /** Pairs of a time in milliseconds and a decimal string. */
  marks: readonly (readonly [made: number, amount: string])[] | null;
  resets_at: Date | null;
}

/** The columns of a row `alias` of `state_counters` that a counter is made of. */
export const counterColumns = (alias: string): string =>
  ['value', 'reset_after_ms', 'window_ms', 'marks', 'resets_at'].map((name) => `${alias}.${name}`).join(', ');

export const counterOf = (row: CounterColumns): Counter => ({
  value: amountOf(row.value),
  resetAfterMs: row.reset_after_ms,
  windowMs: row.window_ms,
  marks: (row.marks ?? []).map(([made, amount]) => ({ at: new Date(made), amount: amountOf(amount) })),
  resetsAt: row.resets_at,
});

export interface TierMembershipColumns {
  level: string;
  rank: number;
  since: Date;
  expires_at: Date | null;
  in_grace: boolean;
}

export const tierMembershipOf = ({ level, rank, since, expires_at, in_grace }: TierMembershipColumns): TierMembership => ({
  level,
  rank,
  since,
  expiresAt: expires_at,
  inGrace: in_grace,
});

/** The present values of the state to be changed, by `stateKey`. */
export async function readState(tx: Tx, organizationId: string, changes: readonly StateChange[]): Promise<Map<string, StateValue>> {
  const ofType = <T extends StateType>(type: T) =>
    changes.filter((change): change is Extract<StateChange, { type: T }> => change.type === type);
  const [tags, attributes, counters, tiers] = [ofType('TAG'), ofType('ATTRIBUTE'), ofType('COUNTER'), ofType('TIER')];
  const state = new Map<string, StateValue>();
  const keep = (place: StateRef, value: StateValue) => state.set(stateKey(place), value);
  if (tags.length + attributes.length > 0) {
    for (const { type, subject_id, key, value } of await readTagsAndAttributes(tx, organizationId, tags, attributes))
      keep({ type, subject: { id: subject_id }, key }, { json: value });
  }
  if (counters.length > 0) {
    for (const row of await readCounters(tx, organizationId, counters))
      keep({ type: 'COUNTER', subject: { id: row.subject_id }, key: row.key }, counterOf(row));
  }
  if (tiers.length > 0) {
    for (const row of await readTiers(tx, organizationId, tiers))
      keep({ type: 'TIER', subject: { id: row.subject_id }, key: row.tier, programId: row.program_id }, tierMembershipOf(row));
  }
  return state;
}

const subjectIds = (changes: readonly StateChange[]) => changes.map(({ subject }) => subject.id);
const keys = (changes: readonly StateChange[]) => changes.map(({ key }) => key);

/** The row of a table that `named` names, by its key. One by one: joined, everybody's would be read in an organization that is taken for small. */
const oneOf = (table: string, ...columns: readonly string[]): string =>
  `SELECT * FROM ${table} x WHERE x.organization_id = $1 AND ${columns.map((name) => `x.${name} = named.${name}`).join(' AND ')} LIMIT 1`;

function readTagsAndAttributes(tx: Tx, organizationId: string, tags: readonly StateChange[], attributes: readonly StateChange[]) {
  return tx.query<{ type: 'TAG' | 'ATTRIBUTE'; subject_id: string; key: string; value: unknown }>(
    `SELECT 'TAG' AS type, t.subject_id, t.tag AS key, to_json(t.tag) AS value
     FROM unnest($2::uuid[], $3::text[]) AS named (subject_id, tag) CROSS JOIN LATERAL (${oneOf('state_tags', 'subject_id', 'tag')}) t
     UNION ALL
     SELECT 'ATTRIBUTE', a.subject_id, a.key, a.value
     FROM unnest($4::uuid[], $5::text[]) AS named (subject_id, key) CROSS JOIN LATERAL (${oneOf('state_attributes', 'subject_id', 'key')}) a`,
    [organizationId, subjectIds(tags), keys(tags), subjectIds(attributes), keys(attributes)],
  );
}

function readCounters(tx: Tx, organizationId: string, changes: readonly StateChange[]) {
  return tx.query<CounterColumns & { subject_id: string; key: string }>(
    `SELECT DISTINCT c.subject_id, c.key, ${counterColumns('c')}
     FROM unnest($2::uuid[], $3::text[]) AS named (subject_id, key) CROSS JOIN LATERAL (${oneOf('state_counters', 'subject_id', 'key')}) c`,
    [organizationId, subjectIds(changes), keys(changes)],
  );
}

function readTiers(tx: Tx, organizationId: string, changes: readonly Extract<StateChange, { type: 'TIER' }>[]) {
  return tx.query<TierMembershipColumns & { subject_id: string; program_id: string; tier: string }>(
    `SELECT DISTINCT s.subject_id, s.program_id, s.tier, s.level, s.rank, s.since, s.expires_at, s.in_grace
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS named (subject_id, program_id, tier)
     CROSS JOIN LATERAL (${oneOf('state_tiers', 'subject_id', 'program_id', 'tier')}) s`,
    [organizationId, subjectIds(changes), changes.map(({ programId }) => programId), keys(changes)],
  );
}
