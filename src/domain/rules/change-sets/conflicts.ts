/** Finds what changed live since a change set was begun, so that publishing it never undoes somebody else's work unseen. */
import { DomainError } from '@/domain/errors';
import { changedRuleFields, type Configuration, type ConfiguredRule } from '../configuration';
import { nameOfChange, type CONFLICT_REASONS, type RuleChange } from './change';

export interface Conflict {
  readonly ruleId: string;
  readonly name: string;
  readonly reason: (typeof CONFLICT_REASONS)[number];
  /** What was changed, for CHANGED. */
  readonly fields: readonly string[];
}

interface LiveRule {
  readonly rule: ConfiguredRule;
  readonly setId: string;
}

/** In the order of the changes. A rule that only gave way to others is not changed. */
export function conflictsOf(changes: readonly RuleChange[], live: Configuration): Conflict[] {
  const rules = new Map(live.flatMap((set) => set.rules.map((rule): [string, LiveRule] => [rule.id, { rule, setId: set.id }])));
  const sets = new Set(live.map(({ id }) => id));
  return changes.flatMap((change): Conflict[] => {
    const told = { ruleId: change.id, name: nameOfChange(change) };
    if (change.type !== 'CREATE_RULE') {
      const found = rules.get(change.id);
      if (!found) return [{ ...told, reason: 'ARCHIVED', fields: [] }];
      const fields: string[] = changedRuleFields(change.base.rule, found.rule).map(({ field }) => field);
      if (found.setId !== change.base.rule_set_id) fields.push('rule_set_id');
      if (fields.length > 0) return [{ ...told, reason: 'CHANGED', fields }];
    }
    const target = change.type === 'ARCHIVE_RULE' ? null : change.rule_set_id;
    return target === null || sets.has(target) ? [] : [{ ...told, reason: 'SET_ARCHIVED', fields: [] }];
  });
}

const SAID: Readonly<Record<Conflict['reason'], string>> = {
  CHANGED: 'was changed',
  ARCHIVED: 'was archived',
  SET_ARCHIVED: 'has no rule set any more',
};

/** @param advice what to do about it, as a clause. @throws DomainError change_set_conflict, naming every rule. */
export function assertNoConflicts(conflicts: readonly Conflict[], advice: string): void {
  const [first] = conflicts;
  if (!first) return;
  const others = conflicts.length === 1 ? '' : `, and ${conflicts.length - 1} more`;
  throw new DomainError('change_set_conflict', `“${first.name}” ${SAID[first.reason]} meanwhile${others}; ${advice}.`, {
    param: 'id',
    details: { conflicts: conflicts.map(({ ruleId, ...conflict }) => ({ rule_id: ruleId, ...conflict })) },
  });
}
