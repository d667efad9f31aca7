/** Tracks the state of one subject through changes that are not written yet. */
import type { Counter, DatedCounter } from './counters';
import {
  counterIn,
  stateKey,
  stateTransitions,
  tierMembershipIn,
  tierPlace,
  type StateChange,
  type StateTransition,
  type StateValue,
  type TierMembership,
} from './state';

export interface SubjectState {
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly counters: ReadonlyMap<string, DatedCounter>;
  /** By `tierPlace`. */
  readonly tierMemberships: ReadonlyMap<string, TierMembership>;
}

export const NO_STATE: SubjectState = { tags: [], attributes: {}, counters: new Map(), tierMemberships: new Map() };

/**
 * @param changes all of this subject, in order.
 * @returns the state after them, and the transitions that they make.
 */
export function advanceState(
  state: SubjectState,
  changes: readonly StateChange[],
  now: Date,
): { readonly state: SubjectState; readonly transitions: readonly StateTransition[] } {
  const current = new Map(changes.map((change) => [stateKey(change), valueOf(state, change)]));
  const transitions = stateTransitions(current, changes, now);
  return { state: afterTransitions(state, transitions), transitions };
}

/** @param transitions all of this subject, in order, from this state. */
export const afterTransitions = (state: SubjectState, transitions: readonly StateTransition[]): SubjectState =>
  transitions.reduce(after, state);

function valueOf(state: SubjectState, change: StateChange): StateValue {
  switch (change.type) {
    case 'TAG':
      return state.tags.includes(change.key) ? { json: change.key } : null;
    case 'ATTRIBUTE':
      return Object.hasOwn(state.attributes, change.key) ? { json: state.attributes[change.key] } : null;
    case 'COUNTER':
      return counterOf(state.counters.get(change.key));
    case 'TIER':
      return state.tierMemberships.get(tierPlace(change)) ?? null;
  }
}

/** Without its date, which is not compared. */
function counterOf(counter: DatedCounter | undefined): Counter | null {
  if (counter === undefined) return null;
  const { value, resetAfterMs, windowMs, marks, resetsAt } = counter;
  return { value, resetAfterMs, windowMs, marks, resetsAt };
}

function after(state: SubjectState, { change, after: value, at }: StateTransition): SubjectState {
  switch (change.type) {
    case 'TAG': {
      const others = state.tags.filter((tag) => tag !== change.key);
      return { ...state, tags: value === null ? others : [...others, change.key].sort() };
    }
    case 'ATTRIBUTE': {
      const { [change.key]: _, ...others } = state.attributes;
      return { ...state, attributes: value !== null && 'json' in value ? { ...others, [change.key]: value.json } : others };
    }
    case 'COUNTER': {
      const counter = counterIn(value);
      return { ...state, counters: withEntry(state.counters, change.key, counter === null ? null : { ...counter, updatedAt: at }) };
    }
    case 'TIER':
      return { ...state, tierMemberships: withEntry(state.tierMemberships, tierPlace(change), tierMembershipIn(value)) };
  }
}

function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | null): Map<string, Value> {
  const copy = new Map(map);
  if (value === null) copy.delete(key);
  else copy.set(key, value);
  return copy;
}
