/** Carries a change set over to what is live now, or turns it around: publishing the reverse puts back what was there before. */
import { present } from '@/domain/assert';
import { changedRuleFields, type Configuration, type ConfiguredRule } from '../configuration';
import type { BaseRule, RuleChange, RuleContent, UpdatedRule } from './change';

/** The fields that differ from the base. */
export function differing(base: ConfiguredRule, fields: Partial<RuleContent>): Partial<RuleContent> {
  const changed = new Set<string>(changedRuleFields(base, { ...base, ...fields }).map(({ field }) => field));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => changed.has(field)));
}

/** An update that moves no rule and changes no field does nothing. */
export const doesNothing = (change: RuleChange): boolean =>
  change.type === 'UPDATE_RULE' && Object.keys(change.rule).length === 0 && change.rule_set_id === null && change.order === null;

/**
 * The changes with what is live as their base. A change of a rule that is no longer there, or that is live already, is left out; a rule
 * whose set is no longer there stays in its own set, or comes into the default one.
 */
export function rebased(changes: readonly RuleChange[], live: ReadonlyMap<string, BaseRule>, sets: ReadonlySet<string>): RuleChange[] {
  return changes.flatMap((change): RuleChange[] => {
    const placed = change.type === 'ARCHIVE_RULE' ? change : { ...change, ...keptPlace(change, sets) };
    if (placed.type === 'CREATE_RULE') return [placed];
    const base = live.get(placed.id);
    if (!base) return [];
    if (placed.type === 'ARCHIVE_RULE') return [{ ...placed, base }];
    const updated: UpdatedRule = { ...placed, base, rule: differing(base.rule, placed.rule) };
    return doesNothing(updated) ? [] : [updated];
  });
}

const keptPlace = <Place extends { readonly rule_set_id: string | null; readonly order: number | null }>(
  { rule_set_id, order }: Place,
  sets: ReadonlySet<string>,
) => (rule_set_id === null || sets.has(rule_set_id) ? { rule_set_id, order } : { rule_set_id: null, order: null });

/** The rules before a set was published, and after it. */
export interface PublishedRules {
  readonly before: Configuration;
  readonly after: Configuration;
}

/**
 * The changes that undo published ones, whose base is what was published: with them, each rule that was touched is as it was and where it
 * was. An archived rule stays archived: it comes back as a new rule of the same reference.
 */
export function reversed(changes: readonly RuleChange[], { before, after }: PublishedRules, newId: () => string): RuleChange[] {
  return changes.map((change): RuleChange => {
    if (change.type === 'CREATE_RULE') return { type: 'ARCHIVE_RULE', id: change.id, base: { version: 1, ...foundIn(after, change.id) } };
    const { rule: former, ...place } = foundIn(before, change.id);
    if (change.type === 'ARCHIVE_RULE') {
      const { id: _id, client_ref, ...rule } = former;
      return { type: 'CREATE_RULE', id: newId(), client_ref, rule, ...place };
    }
    const moved = change.rule_set_id !== null || change.order !== null;
    return {
      type: 'UPDATE_RULE',
      id: change.id,
      base: { version: change.base.version + 1, ...foundIn(after, change.id) },
      rule: Object.fromEntries(Object.entries(former).filter(([field]) => field in change.rule)),
      ...(moved ? place : { rule_set_id: null, order: null }),
    };
  });
}

function foundIn(configuration: Configuration, id: string): Omit<BaseRule, 'version'> {
  const set = present(
    configuration.find(({ rules }) => rules.some((rule) => rule.id === id)),
    'a set is only published over rules that are live',
  );
  const index = set.rules.findIndex((rule) => rule.id === id);
  return { rule: present(set.rules[index], 'the set was found by this rule'), rule_set_id: set.id, order: index + 1 };
}
