/**
 * Changes the tags, attributes, counters and tiers of subjects. State changes only here, so that every change is recorded in the state
 * history within the same transaction and judged by the automations that wait for it.
 */
import { stateKey, stateTransitions, type StateChange, type StateTransition, type StateType } from '@/domain/participants/state';
import type { Tx } from '@/server/db/transaction';
import { queueJudgements } from '@/server/db/repositories/automations/automation-standings';
import { readState } from './state-reading';
import { writeAttributes, writeCounters, writeHistory, writeTags, writeTiers } from './state-writing';

export interface StateScope {
  readonly organizationId: string;
  /** When the changes happen, on the organization's clock. */
  readonly now: Date;
}

/**
 * Applies the changes in order and records those that change a value, in a handful of statements however many there are, for which only the commit
 * waits. Lock the
 * subjects first: nobody else may change their state meanwhile.
 * @returns what actually changed, including resets of counters whose window turned out to have lapsed.
 */
export async function changeState(tx: Tx, scope: StateScope, changes: readonly StateChange[]): Promise<StateTransition[]> {
  if (changes.length === 0) return [];
  const transitions = stateTransitions(await readState(tx, scope.organizationId, changes), changes, scope.now);
  const last = [...new Map(transitions.map((transition) => [stateKey(transition.change), transition])).values()];
  const ending = (type: StateType) => last.filter(({ change }) => change.type === type);
  writeTags(tx, scope, ending('TAG'));
  writeAttributes(tx, scope, ending('ATTRIBUTE'));
  writeCounters(tx, scope, ending('COUNTER'));
  writeTiers(tx, scope, ending('TIER'));
  writeHistory(tx, scope, transitions);
  queueJudgements(
    tx,
    scope,
    transitions.flatMap(({ change: { subject } }) => (subject.type === 'PARTICIPANT' ? subject.id : [])),
  );
  return transitions;
}
