/** Turns changes to tags, attributes, counters and tiers into transitions, in order; a change without effect makes none. */
import type { STATE_TYPES } from '@/domain/choices';
import { formatDecimal } from '@/domain/money';
import { counterAfter, isSameCounter, lapsesOf, type Counter, type CounterChange } from './counters';

/** Anything that has state. */
export interface Subject {
  readonly type: 'PARTICIPANT' | 'GROUP' | 'PROGRAM';
  readonly id: string;
}

export type StateType = (typeof STATE_TYPES)[number];
export const STATE_OPERATIONS = ['SET', 'DELETE', 'ADD', 'REMOVE', 'AUTO_RESET'] as const;
export type StateOperation = (typeof STATE_OPERATIONS)[number];
export const STATE_SOURCES = ['API', 'RULE', 'AUTOMATION', 'DASHBOARD', 'SYSTEM'] as const;

/** Who or what changed the state. */
export interface StateOrigin {
  readonly source: (typeof STATE_SOURCES)[number];
  readonly apiKeyId?: string;
  readonly userId?: string;
  readonly eventId?: string;
  readonly ruleId?: string;
  /** The automation whose event the rule answered; set exactly when the source is AUTOMATION. */
  readonly automationId?: string;
  /** The person who asked for it, as asserted by a trusted key. */
  readonly onBehalfOf?: string;
}

/** The level that a tier change gives. */
export interface TierPlacement {
  readonly level: string;
  readonly rank: number;
  /** When the level is reviewed; null: never by time alone. */
  readonly expiresAt: Date | null;
  /** Whether the subject has failed to qualify and keeps the level until `expiresAt` only. */
  readonly inGrace?: boolean;
}

/** The level that a subject has in a tier. */
export interface TierMembership extends Required<TierPlacement> {
  /** Since when the subject has had this level without a break. */
  readonly since: Date;
}

/** Identifies a tier, and the level that one subject has in it. */
export const tierPlace = ({ programId, key }: { readonly programId: string; readonly key: string }): string => `${programId}/${key}`;

type TierChange = { readonly type: 'TIER'; readonly programId: string } & (
  { readonly operation: 'SET'; readonly value: TierPlacement } | { readonly operation: 'DELETE' }
);

export type StateChange = { readonly subject: Subject; readonly key: string; readonly origin: StateOrigin } & (
  | { readonly type: 'TAG'; readonly operation: 'ADD' | 'REMOVE' }
  | { readonly type: 'ATTRIBUTE'; readonly operation: 'SET'; readonly value: unknown }
  | { readonly type: 'ATTRIBUTE'; readonly operation: 'DELETE' }
  | ({ readonly type: 'COUNTER' } & CounterChange)
  | TierChange
);

/** A JSON value, counter or level; null when there is none, which is distinct from the JSON value null. */
export type StateValue = { readonly json: unknown } | Counter | TierMembership | null;

export const counterIn = (value: StateValue): Counter | null => (value !== null && 'resetsAt' in value ? value : null);
export const tierMembershipIn = (value: StateValue): TierMembership | null => (value !== null && 'level' in value ? value : null);

export interface StateTransition {
  readonly change: StateChange;
  readonly before: StateValue;
  readonly after: StateValue;
  readonly at: Date;
}

/** Names one piece of state of one subject. */
export interface StateRef {
  readonly type: StateType;
  readonly subject: Pick<Subject, 'id'>;
  readonly key: string;
  /** Of a tier. */
  readonly programId?: string;
}

/** Identifies one piece of state of one subject. */
export function stateKey({ type, subject, key, programId }: StateRef): string {
  return programId === undefined ? `${type}/${subject.id}/${key}` : `${type}/${subject.id}/${programId}/${key}`;
}

/** What the history and the API show of a value. */
export function shownValue(value: StateValue): unknown {
  if (value === null) return null;
  if ('json' in value) return value.json;
  if ('resetsAt' in value) return formatDecimal(value.value);
  return { level: value.level, rank: value.rank, since: value.since.toISOString(), expires_at: value.expiresAt?.toISOString() ?? null };
}

/**
 * @param current the state by `stateKey`; a missing key has no value.
 * @param now when the changes happen. What time alone changed of a counter before comes first, each change as of its own time.
 */
export function stateTransitions(current: ReadonlyMap<string, StateValue>, changes: readonly StateChange[], now: Date): StateTransition[] {
  const state = new Map(current);
  return changes.flatMap((change) => {
    const place = stateKey(change);
    const lapses = lapseTransitions(change, state.get(place) ?? null, now);
    const before = lapses.at(-1)?.after ?? state.get(place) ?? null;
    const after = valueAfter(change, before, now);
    if (!isSame(before, after)) state.set(place, after);
    else if (lapses.length > 0) state.set(place, before);
    return [...lapses, ...(isSame(before, after) ? [] : [{ change, before, after, at: now }])];
  });
}

/** What has become of the counter that a change is about by time alone. */
function lapseTransitions(change: StateChange, value: StateValue, now: Date): StateTransition[] {
  const counter = change.type === 'COUNTER' ? counterIn(value) : null;
  if (counter === null) return [];
  const { subject, key } = change;
  const steps = lapsesOf(counter, now);
  return steps.map(({ at, after }, index) => ({
    change: { subject, key, type: 'COUNTER', operation: 'AUTO_RESET', value: after.value, origin: { source: 'SYSTEM' } },
    before: steps[index - 1]?.after ?? counter,
    after,
    at,
  }));
}

function valueAfter(change: StateChange, before: StateValue, now: Date): StateValue {
  switch (change.type) {
    case 'TAG':
      return change.operation === 'ADD' ? { json: change.key } : null;
    case 'ATTRIBUTE':
      return change.operation === 'SET' ? { json: change.value } : null;
    case 'COUNTER':
      return counterAfter(counterIn(before), change, now);
    case 'TIER':
      return change.operation === 'SET' ? tierMembershipAfter(tierMembershipIn(before), change.value, now) : null;
  }
}

function tierMembershipAfter(
  before: TierMembership | null,
  { level, rank, expiresAt, inGrace = false }: TierPlacement,
  now: Date,
): TierMembership {
  return { level, rank, since: before?.level === level ? before.since : now, expiresAt, inGrace };
}

/** Compares key order, too: a record must read as it was written. */
function isSame(a: StateValue, b: StateValue): boolean {
  const [one, other] = [counterIn(a), counterIn(b)];
  return one !== null && other !== null ? isSameCounter(one, other) : JSON.stringify(a) === JSON.stringify(b);
}
