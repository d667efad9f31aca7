/** Tracks the state of one subject while rules run, including changes that are not written yet. */
import { counterReading, type Counter } from '@/domain/participants/counters';
import {
  stateKey,
  stateTransitions,
  type StateChange,
  type StateTransition,
  type StateValue,
  type TierStanding,
} from '@/domain/participants/state';
import { formatDecimal } from '@/domain/money';
import { tierPlace, type DatedCounter } from '@/domain/tiers/settle';
import type { RuleState } from './activation';

export interface SubjectState {
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Empty unless a rule reads or changes counters. */
  readonly counters: ReadonlyMap<string, DatedCounter>;
  /** By `tierPlace`; empty unless a rule reads levels or changes what they depend on. */
  readonly standings: ReadonlyMap<string, TierStanding>;
}

export const NO_STATE: SubjectState = { tags: [], attributes: {}, counters: new Map(), standings: new Map() };

/**
 * @param changes all of this subject, in order.
 * @returns the state after them, and whether they changed anything.
 */
export function advanceState(
  state: SubjectState,
  changes: readonly StateChange[],
  now: Date,
): { readonly state: SubjectState; readonly changed: boolean } {
  const current = new Map(changes.map((change) => [stateKey(change), valueOf(state, change)]));
  const transitions = stateTransitions(current, changes, now);
  return { state: transitions.reduce(after, state), changed: transitions.some(({ change }) => change.operation !== 'AUTO_RESET') };
}

function valueOf(state: SubjectState, change: StateChange): StateValue {
  switch (change.type) {
    case 'TAG':
      return state.tags.includes(change.key) ? { json: change.key } : null;
    case 'ATTRIBUTE':
      return Object.hasOwn(state.attributes, change.key) ? { json: state.attributes[change.key] } : null;
    case 'COUNTER':
      return counterOf(state.counters.get(change.key));
    case 'TIER':
      return state.standings.get(tierPlace(change)) ?? null;
  }
}

/** Without its date, which is not compared. */
const counterOf = (counter: DatedCounter | undefined): Counter | null =>
  counter === undefined ? null : { value: counter.value, resetAfterMs: counter.resetAfterMs, resetsAt: counter.resetsAt };

function after(state: SubjectState, { change, after: value, at }: StateTransition): SubjectState {
  switch (change.type) {
    case 'TAG': {
      const others = state.tags.filter((tag) => tag !== change.key);
      return { ...state, tags: value === null ? others : [...others, change.key].sort() };
    }
    case 'ATTRIBUTE': {
      const { [change.key]: _, ...others } = state.attributes;
      return { ...state, attributes: value === null ? others : { ...others, [change.key]: (value as { json: unknown }).json } };
    }
    case 'COUNTER':
      return {
        ...state,
        counters: withEntry(state.counters, change.key, value === null ? null : { ...(value as Counter), updatedAt: at }),
      };
    case 'TIER':
      return { ...state, standings: withEntry(state.standings, tierPlace(change), value as TierStanding | null) };
  }
}

function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value | null): Map<string, Value> {
  const copy = new Map(map);
  if (value === null) copy.delete(key);
  else copy.set(key, value);
  return copy;
}

/** The state as conditions and templates read it: current counter readings, and levels in the tiers of one program. */
export function readableState(state: SubjectState, programId: string, now: Date): RuleState {
  const prefix = tierPlace({ programId, key: '' });
  return {
    tags: state.tags,
    attributes: state.attributes,
    counters: Object.fromEntries([...state.counters].map(([key, counter]) => [key, formatDecimal(counterReading(counter, now))])),
    tiers: Object.fromEntries(
      [...state.standings]
        .filter(([place]) => place.startsWith(prefix))
        .map(([place, { level, rank }]) => [place.slice(prefix.length), { level, rank }]),
    ),
  };
}
