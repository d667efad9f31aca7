/** What a list of changes to tags and attributes comes to: only what really changes is a transition, in order. */

/** Whatever has state. */
export interface Subject {
  readonly type: 'PARTICIPANT' | 'GROUP' | 'PROGRAM';
  readonly id: string;
}

export const STATE_TYPES = ['TAG', 'ATTRIBUTE', 'COUNTER', 'TIER'] as const;
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
}

export type StateChange = { readonly subject: Subject; readonly key: string; readonly origin: StateOrigin } & (
  | { readonly type: 'TAG'; readonly operation: 'ADD' | 'REMOVE' }
  | { readonly type: 'ATTRIBUTE'; readonly operation: 'SET'; readonly value: unknown }
  | { readonly type: 'ATTRIBUTE'; readonly operation: 'DELETE' }
);

/** Any JSON value; null when there is none, which is not the same as a value of JSON null. */
export type StateValue = { readonly json: unknown } | null;

export interface StateTransition {
  readonly change: StateChange;
  readonly before: StateValue;
  readonly after: StateValue;
}

/** Identifies one tag or attribute of one subject. */
export function stateKey(type: StateType, subjectId: string, key: string): string {
  return `${type}/${subjectId}/${key}`;
}

/** @param current what is there, by `stateKey`; what is missing in it is absent. */
export function stateTransitions(current: ReadonlyMap<string, StateValue>, changes: readonly StateChange[]): StateTransition[] {
  const state = new Map(current);
  return changes.flatMap((change) => {
    const place = stateKey(change.type, change.subject.id, change.key);
    const before = state.get(place) ?? null;
    const after = valueAfter(change);
    if (isSame(before, after)) return [];
    state.set(place, after);
    return [{ change, before, after }];
  });
}

function valueAfter(change: StateChange): StateValue {
  switch (change.operation) {
    case 'ADD':
      return { json: change.key };
    case 'SET':
      return { json: change.value };
    case 'REMOVE':
    case 'DELETE':
      return null;
  }
}

/** The order of an object's keys counts: a record must read as it was written. */
const isSame = (a: StateValue, b: StateValue): boolean => JSON.stringify(a) === JSON.stringify(b);
