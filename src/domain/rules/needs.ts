/** What has to be loaded before the rules of a program can run: no more than its ACTIVE rules read or touch. */
import type { CompiledRule } from './rule';
import { rootsOf } from './references';

export interface ConfigurationNeeds {
  /** Whether the groups of the actors are read. */
  readonly memberships: boolean;
  /** Participants that actions name whoever the event is about. */
  readonly participantIds: readonly string[];
  readonly externalIds: readonly string[];
  /** Groups that actions name. */
  readonly groupIds: readonly string[];
  /** Rules whose credits have budgets. */
  readonly budgetedRuleIds: readonly string[];
}

export function needsOf(rules: readonly CompiledRule[]): ConfigurationNeeds {
  const active = rules.filter(({ status }) => status === 'ACTIVE');
  const targets = active.flatMap(({ actions }) => actions.map(({ source }) => source.target));
  const people = targets.filter((target) => target.type === 'PARTICIPANT');
  return {
    memberships: rootsOf(active.flatMap(({ expressions }) => expressions)).has('groups'),
    participantIds: unique(people.flatMap(({ id }) => id ?? [])),
    externalIds: unique(people.flatMap(({ external_id }) => external_id ?? [])),
    groupIds: unique(targets.flatMap((target) => (target.type === 'GROUP' ? target.id : []))),
    budgetedRuleIds: active.filter(({ budgets }) => budgets.length > 0).map(({ id }) => id),
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
