/** Writes changed state, kind by kind, and its history. For use by `changeState` only. */
import type { Counter } from '@/domain/participants/counters';
import { shownValue, type StateChange, type StateTransition, type StateValue, type TierStanding } from '@/domain/participants/state';
import { newIdAt } from '@/server/ids';
import type { Tx } from '../transaction';
import type { StateScope } from './subject-state';

/** Sends the statements that write the state, and leaves it to the commit to wait for them. */
type Write = (tx: Pick<Tx, 'send'>, scope: StateScope, transitions: readonly StateTransition[]) => void;

const subjectTypes = (changes: readonly StateChange[]) => changes.map(({ subject }) => subject.type);
const subjectIds = (changes: readonly StateChange[]) => changes.map(({ subject }) => subject.id);
const keys = (changes: readonly StateChange[]) => changes.map(({ key }) => key);
/** Null for state without a program. */
const programIds = (changes: readonly StateChange[]) => changes.map((change) => (change.type === 'TIER' ? change.programId : null));
const jsonOf = (value: StateValue): string | null => (value === null ? null : JSON.stringify(shownValue(value)));

/** Splits transitions into those that end with a value and those that end without one. */
function split<Value extends StateValue>(transitions: readonly StateTransition[]) {
  const present = transitions.filter(({ after }) => after !== null);
  return {
    set: present.map(({ change }) => change),
    values: present.map(({ after }) => after as NonNullable<Value>),
    gone: transitions.filter(({ after }) => after === null).map(({ change }) => change),
  };
}

export const writeTags: Write = (tx, { organizationId, now }, transitions) => {
  const { set, gone } = split(transitions);
  if (set.length > 0) {
    tx.send(
      `INSERT INTO state_tags (organization_id, created_at, subject_type, subject_id, tag)
       SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::text[]) ON CONFLICT DO NOTHING`,
      [organizationId, now, subjectTypes(set), subjectIds(set), keys(set)],
    );
  }
  if (gone.length > 0) {
    tx.send(
      `DELETE FROM state_tags t USING unnest($2::uuid[], $3::text[]) AS gone (subject_id, tag)
       WHERE t.organization_id = $1 AND t.subject_id = gone.subject_id AND t.tag = gone.tag`,
      [organizationId, subjectIds(gone), keys(gone)],
    );
  }
};

export const writeAttributes: Write = (tx, { organizationId, now }, transitions) => {
  const { set, values, gone } = split(transitions);
  if (set.length > 0) {
    tx.send(
      `INSERT INTO state_attributes (organization_id, updated_at, subject_type, subject_id, key, value)
       SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::text[], $6::json[])
       ON CONFLICT (organization_id, subject_id, key) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`,
      [organizationId, now, subjectTypes(set), subjectIds(set), keys(set), values.map(jsonOf)],
    );
  }
  if (gone.length > 0) {
    tx.send(
      `DELETE FROM state_attributes a USING unnest($2::uuid[], $3::text[]) AS gone (subject_id, key)
       WHERE a.organization_id = $1 AND a.subject_id = gone.subject_id AND a.key = gone.key`,
      [organizationId, subjectIds(gone), keys(gone)],
    );
  }
};

export const writeCounters: Write = (tx, { organizationId, now }, transitions) => {
  const { set, values } = split<Counter>(transitions);
  if (set.length === 0) return;
  tx.send(
    `INSERT INTO state_counters (organization_id, updated_at, subject_type, subject_id, key, value, reset_after_ms, resets_at)
     SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::text[], $6::numeric[], $7::bigint[], $8::timestamptz[])
     ON CONFLICT (organization_id, subject_id, key) DO UPDATE SET value = EXCLUDED.value, reset_after_ms = EXCLUDED.reset_after_ms,
       resets_at = EXCLUDED.resets_at, updated_at = EXCLUDED.updated_at`,
    [
      organizationId,
      now,
      subjectTypes(set),
      subjectIds(set),
      keys(set),
      values.map(({ value }) => value.toFixed()),
      values.map(({ resetAfterMs }) => resetAfterMs),
      values.map(({ resetsAt }) => resetsAt),
    ],
  );
};

export const writeTiers: Write = (tx, { organizationId, now }, transitions) => {
  const { set, values, gone } = split<TierStanding>(transitions);
  if (set.length > 0) {
    tx.send(
      `INSERT INTO state_tiers (organization_id, updated_at, subject_type, subject_id, program_id, tier, level, rank, since, expires_at, in_grace)
       SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::int[], $9::timestamptz[], $10::timestamptz[], $11::boolean[])
       ON CONFLICT (organization_id, subject_id, program_id, tier) DO UPDATE SET level = EXCLUDED.level, rank = EXCLUDED.rank, since = EXCLUDED.since,
         expires_at = EXCLUDED.expires_at, in_grace = EXCLUDED.in_grace, updated_at = EXCLUDED.updated_at`,
      [
        organizationId,
        now,
        subjectTypes(set),
        subjectIds(set),
        programIds(set),
        keys(set),
        values.map(({ level }) => level),
        values.map(({ rank }) => rank),
        values.map(({ since }) => since),
        values.map(({ expiresAt }) => expiresAt),
        values.map(({ inGrace }) => inGrace),
      ],
    );
  }
  if (gone.length > 0) {
    tx.send(
      `DELETE FROM state_tiers s USING unnest($2::uuid[], $3::uuid[], $4::text[]) AS gone (subject_id, program_id, tier)
       WHERE s.organization_id = $1 AND (s.subject_id, s.program_id, s.tier) = (gone.subject_id, gone.program_id, gone.tier)`,
      [organizationId, subjectIds(gone), programIds(gone), keys(gone)],
    );
  }
};

/** A counter's window may open, end or change without changing the counter's value: that is not recorded. */
export const writeHistory: Write = (tx, { organizationId }, transitions) => {
  const steps = transitions
    .map(({ change, before, after, at }) => ({ change, at, from: jsonOf(before), to: jsonOf(after) }))
    .filter(({ from, to }) => from !== to);
  if (steps.length === 0) return;
  const changes = steps.map(({ change }) => change);
  tx.send(
    `INSERT INTO state_history (organization_id, created_at, id, subject_type, subject_id, program_id, state_type, operation, key, old_value, new_value,
       source, event_id, rule_id, api_key_id, user_id, on_behalf_of, automation_id)
     SELECT $1, * FROM unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::json[], $11::json[],
       $12::text[], $13::uuid[], $14::uuid[], $15::uuid[], $16::uuid[], $17::text[], $18::uuid[])`,
    [
      organizationId,
      steps.map(({ at }) => at),
      steps.map(({ at }) => newIdAt(at)),
      subjectTypes(changes),
      subjectIds(changes),
      programIds(changes),
      changes.map(({ type }) => type),
      changes.map(({ operation }) => (operation === 'INCREMENT' ? 'SET' : operation)),
      keys(changes),
      steps.map(({ from }) => from),
      steps.map(({ to }) => to),
      changes.map(({ origin }) => origin.source),
      changes.map(({ origin }) => origin.eventId ?? null),
      changes.map(({ origin }) => origin.ruleId ?? null),
      changes.map(({ origin }) => origin.apiKeyId ?? null),
      changes.map(({ origin }) => origin.userId ?? null),
      changes.map(({ origin }) => origin.onBehalfOf ?? null),
      changes.map(({ origin }) => origin.automationId ?? null),
    ],
  );
};
