/** Finds what changed live since a change set was begun, so that publishing it never undoes somebody else's work unseen. */
import { DomainError } from '@/domain/errors';
import { changedRuleFields, changedSetFields } from '@/domain/rules/configuration';
import { changedAutomationFields, type DraftedAutomation } from './automations';
import {
  isOfRule,
  isOfRuleSet,
  nameOfChange,
  type CONFLICT_REASONS,
  type DraftedChange,
  type LiveState,
  type RuleChange,
  type RuleSetChange,
} from './change';

export interface Conflict {
  readonly type: DraftedChange['type'];
  readonly id: string;
  readonly name: string;
  readonly reason: (typeof CONFLICT_REASONS)[number];
  /** What was changed, for CHANGED. */
  readonly fields: readonly string[];
}

type Obstacle = Pick<Conflict, 'reason' | 'fields'>;

/** In the order of the changes. What only gave way to others is not changed. */
export function conflictsOf(changes: readonly DraftedChange[], live: LiveState): Conflict[] {
  const sets = knownSets(changes, live);
  return changes.flatMap((change): Conflict[] => {
    const found = isOfRule(change)
      ? obstacleToRule(change, live, sets)
      : isOfRuleSet(change)
        ? obstacleToSet(change, live)
        : obstacleToAutomation(change, live);
    return found ? [{ type: change.type, id: change.id, name: nameOfChange(change), ...found }] : [];
  });
}

/** The ids of the sets that a rule can come into: those that are live, and those that the changes create. */
export const knownSets = (changes: readonly DraftedChange[], live: Pick<LiveState, 'sets'>): ReadonlySet<string> =>
  new Set([...live.sets.keys(), ...changes.flatMap(({ type, id }) => (type === 'CREATE_RULE_SET' ? [id] : []))]);

const changed = (fields: readonly string[]): Obstacle | null => (fields.length === 0 ? null : { reason: 'CHANGED', fields });

function obstacleToRule(change: RuleChange, live: LiveState, sets: ReadonlySet<string>): Obstacle | null {
  if (change.type !== 'CREATE_RULE') {
    const found = live.rules.get(change.id);
    if (!found) return { reason: 'ARCHIVED', fields: [] };
    const fields: string[] = changedRuleFields(change.base.rule, found.rule).map(({ field }) => field);
    if (found.rule_set_id !== change.base.rule_set_id) fields.push('rule_set_id');
    const obstacle = changed(fields);
    if (obstacle) return obstacle;
  }
  const target = change.type === 'ARCHIVE_RULE' ? null : change.rule_set_id;
  return target === null || sets.has(target) ? null : { reason: 'SET_ARCHIVED', fields: [] };
}

function obstacleToSet(change: RuleSetChange, live: LiveState): Obstacle | null {
  if (change.type === 'CREATE_RULE_SET') return null;
  const found = live.sets.get(change.id);
  if (!found) return { reason: 'ARCHIVED', fields: [] };
  return changed(changedSetFields(change.base.set, found.set).map(({ field }) => field));
}

function obstacleToAutomation(change: DraftedAutomation, live: LiveState): Obstacle | null {
  if (change.type === 'CREATE_AUTOMATION') return null;
  const found = live.automations.get(change.id);
  return found
    ? changed(changedAutomationFields(change.base.automation, found).map(({ field }) => field))
    : { reason: 'ENDED', fields: [] };
}

const SAID: Readonly<Record<Conflict['reason'], string>> = {
  CHANGED: 'was changed',
  ARCHIVED: 'was archived',
  SET_ARCHIVED: 'has no rule set any more',
  ENDED: 'has ended',
};

/** @param advice what to do about it, as a clause. @throws DomainError change_set_conflict, naming every one. */
export function assertNoConflicts(conflicts: readonly Conflict[], advice: string): void {
  const [first] = conflicts;
  if (!first) return;
  const others = conflicts.length === 1 ? '' : `, and ${conflicts.length - 1} more`;
  throw new DomainError('change_set_conflict', `“${first.name}” ${SAID[first.reason]} meanwhile${others}; ${advice}.`, {
    param: 'id',
    details: { conflicts: conflicts.map((conflict) => ({ ...conflict })) },
  });
}
