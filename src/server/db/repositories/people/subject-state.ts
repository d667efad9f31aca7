/**
 * Writes changed tags, attributes, counters and tiers of subjects. State changes only here, so that every change is recorded in the state
 * history within the same transaction and evaluated by the automations that wait for it.
 */
import { stateKey, type StateTransition, type StateType } from '@/domain/participants/state';
import type { Tx } from '@/server/db/transaction';
import { queueEvaluations } from '@/server/db/repositories/automations/automation-matches';
import { writeAttributes, writeCounters, writeHistory, writeTags, writeTiers } from './state-writing';

export interface StateChangeScope {
  readonly organizationId: string;
  /** When the changes happen, on the organization's clock. */
  readonly now: Date;
}

/**
 * In a handful of statements however many transitions there are, for which only the commit waits.
 * @param transitions in order, from the present state of subjects that the transaction has locked.
 */
export function writeState(tx: Pick<Tx, 'send' | 'afterCommit'>, scope: StateChangeScope, transitions: readonly StateTransition[]): void {
  const last = [...new Map(transitions.map((transition) => [stateKey(transition.change), transition])).values()];
  const ending = (type: StateType) => last.filter(({ change }) => change.type === type);
  writeTags(tx, scope, ending('TAG'));
  writeAttributes(tx, scope, ending('ATTRIBUTE'));
  writeCounters(tx, scope, ending('COUNTER'));
  writeTiers(tx, scope, ending('TIER'));
  writeHistory(tx, scope, transitions);
  queueEvaluations(
    tx,
    scope,
    transitions.flatMap(({ change: { subject } }) => (subject.type === 'PARTICIPANT' ? subject.id : [])),
  );
}
