/**
 * Tags, attributes, counters and tiers of whatever has state. They change here alone, so that every
 * change is in the state history of the same transaction, and judged by the automations that wait for it.
 */
import { stateKey, stateTransitions, type StateChange, type StateTransition, type StateType } from '@/domain/participants/state';
import type { Tx } from '../transaction';
import { queueJudgements } from './automation-standings';
import { readState } from './state-reading';
import { writeAttributes, writeCounters, writeHistory, writeTags, writeTiers } from './state-writing';

export interface StateScope {
  readonly organizationId: string;
  /** The organization's present: when the changes happen. */
  readonly now: Date;
}

/**
 * Makes the changes in their order and records those that change a value. However many there are,
 * it takes a handful of statements. Lock the subjects first: nobody else may change their state meanwhile.
 * @returns what really changed, the resets of counters whose window was found lapsed included.
 */
export async function changeState(tx: Tx, scope: StateScope, changes: readonly StateChange[]): Promise<StateTransition[]> {
  if (changes.length === 0) return [];
  const transitions = stateTransitions(await readState(tx, scope.organizationId, changes), changes, scope.now);
  const last = [...new Map(transitions.map((transition) => [stateKey(transition.change), transition])).values()];
  const ending = (type: StateType) => last.filter(({ change }) => change.type === type);
  await writeTags(tx, scope, ending('TAG'));
  await writeAttributes(tx, scope, ending('ATTRIBUTE'));
  await writeCounters(tx, scope, ending('COUNTER'));
  await writeTiers(tx, scope, ending('TIER'));
  await writeHistory(tx, scope, transitions);
  await queueJudgements(
    tx,
    scope,
    transitions.flatMap(({ change: { subject } }) => (subject.type === 'PARTICIPANT' ? subject.id : [])),
  );
  return transitions;
}
