/** Writes changed state, kind by kind, and its history. For use by `writeState` only. */
import type { Mark } from '@/domain/participants/counter-marks';
import { windowKept, type Counter } from '@/domain/participants/counters';
import {
  counterIn,
  shownValue,
  type StateChange,
  type StateTransition,
  type StateValue,
  type TierMembership,
} from '@/domain/participants/state';
import { newIdAt } from '@/server/platform/ids';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { StateAttribute, StateCounter, StateHistoryEntry, StateTag, StateTier } from '@/server/db/generated/client';
import type { Tx } from '@/server/db/transaction';
import type { StateChangeScope } from './subject-state';

/** Sends the statements that write the state, and leaves it to the commit to wait for them. */
type Write = (tx: Pick<Tx, 'send'>, scope: StateChangeScope, transitions: readonly StateTransition[]) => void;

type Value = NonNullable<StateValue>;
type TierStep = Extract<StateChange, { readonly type: 'TIER' }>;

/** A change that ends with a value. */
interface Ending<Change extends StateChange, Ended extends Value> {
  readonly change: Change;
  readonly value: Ended;
}

const subjectIds = (changes: readonly StateChange[]) => changes.map(({ subject }) => subject.id);
const keys = (changes: readonly StateChange[]) => changes.map(({ key }) => key);
const jsonOf = (value: StateValue): string | null => (value === null ? null : JSON.stringify(shownValue(value)));

/** Splits transitions, all of one type of state, into those that end with a value and those that end without one. */
function split<Ended extends Value, Change extends StateChange = StateChange>(transitions: readonly StateTransition[]) {
  return {
    // Whoever calls names the type of state that all the transitions are of.
    set: transitions.filter(({ after }) => after !== null).map(({ change, after: value }) => ({ change, value }) as Ending<Change, Ended>),
    gone: transitions.filter(({ after }) => after === null).map(({ change }) => change as Change), // likewise of one type of state
  };
}

interface OfChange {
  readonly change: StateChange;
}

const SUBJECT: Columns<Pick<StateTag, 'subject_type' | 'subject_id'>, OfChange> = {
  subject_type: ['text', ({ change }) => change.subject.type],
  subject_id: ['uuid', ({ change }) => change.subject.id],
};

const TAGS: Columns<StateTag, OfChange, 'organization_id' | 'created_at'> = {
  ...SUBJECT,
  tag: ['text', ({ change }) => change.key],
};
const INSERT_TAGS = `
  INSERT INTO state_tags (organization_id, created_at, ${namesOf(TAGS)}) SELECT $1, $2, * FROM ${rowsOf(TAGS, 3)} ON CONFLICT DO NOTHING`;

export const writeTags: Write = (tx, { organizationId, now }, transitions) => {
  const { set, gone } = split(transitions);
  if (set.length > 0) tx.send(INSERT_TAGS, [organizationId, now, ...arraysOf(TAGS, set)]);
  if (gone.length > 0) {
    tx.send(
      `DELETE FROM state_tags t USING unnest($2::uuid[], $3::text[]) AS gone (subject_id, tag)
       WHERE t.organization_id = $1 AND t.subject_id = gone.subject_id AND t.tag = gone.tag`,
      [organizationId, subjectIds(gone), keys(gone)],
    );
  }
};

const ATTRIBUTES: Columns<StateAttribute, Ending<StateChange, Value>, 'organization_id' | 'updated_at'> = {
  ...SUBJECT,
  key: ['text', ({ change }) => change.key],
  value: ['json', ({ value }) => jsonOf(value)],
};
const SET_ATTRIBUTES = `
  INSERT INTO state_attributes (organization_id, updated_at, ${namesOf(ATTRIBUTES)}) SELECT $1, $2, * FROM ${rowsOf(ATTRIBUTES, 3)}
  ON CONFLICT (organization_id, subject_id, key) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`;

export const writeAttributes: Write = (tx, { organizationId, now }, transitions) => {
  const { set, gone } = split(transitions);
  if (set.length > 0) tx.send(SET_ATTRIBUTES, [organizationId, now, ...arraysOf(ATTRIBUTES, set)]);
  if (gone.length > 0) {
    tx.send(
      `DELETE FROM state_attributes a USING unnest($2::uuid[], $3::text[]) AS gone (subject_id, key)
       WHERE a.organization_id = $1 AND a.subject_id = gone.subject_id AND a.key = gone.key`,
      [organizationId, subjectIds(gone), keys(gone)],
    );
  }
};

const marksText = (marks: readonly Mark[]): string => JSON.stringify(marks.map(({ at, amount }) => [at.getTime(), amount.toFixed()]));

const COUNTERS: Columns<StateCounter, Ending<StateChange, Counter>, 'organization_id' | 'updated_at'> = {
  ...SUBJECT,
  key: ['text', ({ change }) => change.key],
  value: ['numeric', ({ value }) => value.value.toFixed()],
  reset_after_ms: ['bigint', ({ value }) => value.resetAfterMs],
  window_ms: ['bigint', ({ value }) => value.windowMs],
  marks: ['jsonb', ({ value }) => (value.windowMs === null ? null : marksText(value.marks))],
  resets_at: ['timestamptz', ({ value }) => value.resetsAt],
};
const SET_COUNTERS = `
  INSERT INTO state_counters (organization_id, updated_at, ${namesOf(COUNTERS)}) SELECT $1, $2, * FROM ${rowsOf(COUNTERS, 3)}
  ON CONFLICT (organization_id, subject_id, key) DO UPDATE SET value = EXCLUDED.value, reset_after_ms = EXCLUDED.reset_after_ms,
    window_ms = EXCLUDED.window_ms, marks = EXCLUDED.marks, resets_at = EXCLUDED.resets_at, updated_at = EXCLUDED.updated_at`;

export const writeCounters: Write = (tx, { organizationId, now }, transitions) => {
  const { set } = split<Counter>(transitions);
  if (set.length > 0) tx.send(SET_COUNTERS, [organizationId, now, ...arraysOf(COUNTERS, set)]);
};

const TIERS: Columns<StateTier, Ending<TierStep, TierMembership>, 'organization_id' | 'updated_at'> = {
  ...SUBJECT,
  program_id: ['uuid', ({ change }) => change.programId],
  tier: ['text', ({ change }) => change.key],
  level: ['text', ({ value }) => value.level],
  rank: ['int', ({ value }) => value.rank],
  since: ['timestamptz', ({ value }) => value.since],
  expires_at: ['timestamptz', ({ value }) => value.expiresAt],
  in_grace: ['boolean', ({ value }) => value.inGrace],
};
const SET_TIERS = `
  INSERT INTO state_tiers (organization_id, updated_at, ${namesOf(TIERS)}) SELECT $1, $2, * FROM ${rowsOf(TIERS, 3)}
  ON CONFLICT (organization_id, subject_id, program_id, tier) DO UPDATE SET level = EXCLUDED.level, rank = EXCLUDED.rank, since = EXCLUDED.since,
    expires_at = EXCLUDED.expires_at, in_grace = EXCLUDED.in_grace, updated_at = EXCLUDED.updated_at`;

export const writeTiers: Write = (tx, { organizationId, now }, transitions) => {
  const { set, gone } = split<TierMembership, TierStep>(transitions);
  if (set.length > 0) tx.send(SET_TIERS, [organizationId, now, ...arraysOf(TIERS, set)]);
  if (gone.length > 0) {
    tx.send(
      `DELETE FROM state_tiers s USING unnest($2::uuid[], $3::uuid[], $4::text[]) AS gone (subject_id, program_id, tier)
       WHERE s.organization_id = $1 AND (s.subject_id, s.program_id, s.tier) = (gone.subject_id, gone.program_id, gone.tier)`,
      [organizationId, subjectIds(gone), gone.map(({ programId }) => programId), keys(gone)],
    );
  }
};

interface Step extends OfChange {
  readonly at: Date;
  /** JSON texts; null: no value. */
  readonly from: string | null;
  readonly to: string | null;
  readonly windowKept: boolean | null;
}

const HISTORY: Columns<StateHistoryEntry, Step, 'organization_id' | 'sequence'> = {
  ...SUBJECT,
  created_at: ['timestamptz', ({ at }) => at],
  id: ['uuid', ({ at }) => newIdAt(at)],
  program_id: ['uuid', ({ change }) => (change.type === 'TIER' ? change.programId : null)],
  state_type: ['text', ({ change }) => change.type],
  operation: ['text', ({ change }) => (change.operation === 'INCREMENT' ? 'SET' : change.operation)],
  key: ['text', ({ change }) => change.key],
  old_value: ['json', ({ from }) => from],
  new_value: ['json', ({ to }) => to],
  window_kept: ['boolean', ({ windowKept }) => windowKept],
  source: ['text', ({ change }) => change.origin.source],
  event_id: ['uuid', ({ change }) => change.origin.eventId ?? null],
  rule_id: ['uuid', ({ change }) => change.origin.ruleId ?? null],
  api_key_id: ['uuid', ({ change }) => change.origin.apiKeyId ?? null],
  user_id: ['uuid', ({ change }) => change.origin.userId ?? null],
  on_behalf_of: ['text', ({ change }) => change.origin.onBehalfOf ?? null],
  automation_id: ['uuid', ({ change }) => change.origin.automationId ?? null],
};
const INSERT_HISTORY = `INSERT INTO state_history (organization_id, ${namesOf(HISTORY)}) SELECT $1, * FROM ${rowsOf(HISTORY, 2)}`;

/** Null for anything but a counter with a sliding window. */
function keptOf({ change, before, after }: StateTransition): boolean | null {
  const counter = counterIn(after);
  return counter === null || change.type !== 'COUNTER' ? null : windowKept(counterIn(before), change, counter);
}

/**
 * A counter's window may open, end or change without changing the counter's value: that is not recorded, except that what a sliding window
 * holds was replaced, be it by as much: it leaves the window later.
 */
export const writeHistory: Write = (tx, { organizationId }, transitions) => {
  const steps = transitions
    .map((transition): Step => {
      const { change, before, after, at } = transition;
      return { change, at, from: jsonOf(before), to: jsonOf(after), windowKept: keptOf(transition) };
    })
    .filter(({ change, from, to, windowKept }) => from !== to || (change.operation === 'SET' && windowKept === false));
  if (steps.length > 0) tx.send(INSERT_HISTORY, [organizationId, ...arraysOf(HISTORY, steps)]);
};
