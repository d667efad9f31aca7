/** Carries a change set over to what is live now, or turns it around: publishing the reverse puts back what was there before. */
import { canonicalJson } from '@/domain/canonical-json';
import { present } from '@/domain/assert';
import { namesIn } from '@/domain/fields';
import { changedRuleFields, type Configuration, type ConfiguredRule } from '@/domain/rules/configuration';
import { differingFields, reversedAutomation, type AutomationContent, type DraftedAutomation } from './automations';
import {
  isOfAutomation,
  isOfRule,
  isOfRuleSet,
  type BaseRule,
  type BaseRuleSet,
  type DraftedChange,
  type LiveState,
  type RuleChange,
  type RuleContent,
  type RuleSetChange,
  type RuleSetContent,
} from './change';
import { knownSets } from './conflicts';

/** The fields that differ from the base. */
export function differing(base: ConfiguredRule, fields: Partial<RuleContent>): Partial<RuleContent> {
  const changed = new Set<string>(changedRuleFields(base, { ...base, ...fields }).map(({ field }) => field));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => changed.has(field)));
}

/** The fields that differ from the base. */
export const differingSet = (base: RuleSetContent, fields: Partial<RuleSetContent>): Partial<RuleSetContent> =>
  Object.fromEntries(
    namesIn(fields)
      .filter((field) => canonicalJson(fields[field] ?? null) !== canonicalJson(base[field] ?? null))
      .map((field) => [field, fields[field]]),
  );

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

/** An update that moves nothing and changes no field does nothing. */
export function doesNothing(change: DraftedChange): boolean {
  if (change.type === 'UPDATE_RULE') return isEmpty(change.rule) && change.rule_set_id === null && change.order === null;
  if (change.type === 'UPDATE_RULE_SET') return isEmpty(change.set) && change.order === null;
  return change.type === 'UPDATE_AUTOMATION' && isEmpty(change.automation);
}

/**
 * The changes with what is live as their base. A change of what is no longer there, or that is live already, is left out; a rule
 * whose set is no longer there stays in its own set, or comes into the default one.
 */
export function rebased(changes: readonly DraftedChange[], live: LiveState): DraftedChange[] {
  const sets = knownSets(changes, live);
  return changes
    .flatMap((change): DraftedChange[] => {
      if (isOfRule(change)) return rebasedRule(change, live.rules.get(change.id), sets);
      return isOfRuleSet(change)
        ? rebasedSet(change, live.sets.get(change.id))
        : rebasedAutomation(change, live.automations.get(change.id));
    })
    .filter((change) => !doesNothing(change));
}

function rebasedRule(change: RuleChange, base: BaseRule | undefined, sets: ReadonlySet<string>): RuleChange[] {
  const placed = change.type === 'ARCHIVE_RULE' ? change : { ...change, ...keptPlace(change, (id) => sets.has(id)) };
  if (placed.type === 'CREATE_RULE') return [placed];
  if (!base) return [];
  return [placed.type === 'ARCHIVE_RULE' ? { ...placed, base } : { ...placed, base, rule: differing(base.rule, placed.rule) }];
}

function rebasedSet(change: RuleSetChange, base: BaseRuleSet | undefined): RuleSetChange[] {
  if (change.type === 'CREATE_RULE_SET') return [change];
  if (!base) return [];
  return [change.type === 'DELETE_RULE_SET' ? { ...change, base } : { ...change, base, set: differingSet(base.set, change.set) }];
}

function rebasedAutomation(change: DraftedAutomation, live: AutomationContent | undefined): DraftedAutomation[] {
  if (change.type === 'CREATE_AUTOMATION') return [change];
  if (!live) return [];
  const base = { automation: live };
  return [
    change.type === 'ARCHIVE_AUTOMATION' ? { ...change, base } : { ...change, base, automation: differingFields(live, change.automation) },
  ];
}

/** Nowhere in particular, if the set is not there. */
export const keptPlace = <Place extends { readonly rule_set_id: string | null; readonly order: number | null }>(
  { rule_set_id, order }: Place,
  isThere: (setId: string) => boolean,
) => (rule_set_id === null || isThere(rule_set_id) ? { rule_set_id, order } : { rule_set_id: null, order: null });

/** The rules before a set was published, and after it. */
export interface PublishedRules {
  readonly before: Configuration;
  readonly after: Configuration;
}

/**
 * The changes that undo published ones, whose base is what was published: with them, everything that was touched is as it was and where it
 * was. What was archived or deleted stays so: it comes back as a new one, rules and sets with the same reference.
 * @param live the automations that can still run.
 */
export function reversed(
  changes: readonly DraftedChange[],
  { before, after }: PublishedRules,
  live: ReadonlyMap<string, AutomationContent>,
  newId: () => string,
): DraftedChange[] {
  const back = new Map(changes.flatMap(({ type, id }) => (type === 'DELETE_RULE_SET' ? [[id, newId()] as const] : [])));
  return changes.flatMap((change): DraftedChange[] => {
    if (isOfAutomation(change)) return reversedAutomation(change, live, newId);
    return [isOfRuleSet(change) ? reversedSet(change, { before, after }, back) : reversedRule(change, { before, after }, back, newId)];
  });
}

function reversedRule(
  change: RuleChange,
  { before, after }: PublishedRules,
  back: ReadonlyMap<string, string>,
  newId: () => string,
): RuleChange {
  if (change.type === 'CREATE_RULE') return { type: 'ARCHIVE_RULE', id: change.id, base: { version: 1, ...foundIn(after, change.id) } };
  const { rule: former, rule_set_id, order } = foundIn(before, change.id);
  const place = { rule_set_id: back.get(rule_set_id) ?? rule_set_id, order };
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
}

function reversedSet(change: RuleSetChange, { before, after }: PublishedRules, back: ReadonlyMap<string, string>): RuleSetChange {
  if (change.type === 'CREATE_RULE_SET') return { type: 'DELETE_RULE_SET', id: change.id, base: setIn(after, change.id) };
  const { set: former, order } = setIn(before, change.id);
  const { client_ref, ...set } = former;
  if (change.type === 'DELETE_RULE_SET')
    return { type: 'CREATE_RULE_SET', id: present(back.get(change.id), 'each deleted set has been given an id'), client_ref, set, order };
  return {
    type: 'UPDATE_RULE_SET',
    id: change.id,
    base: setIn(after, change.id),
    set: differingSet(setIn(after, change.id).set, set),
    order: change.order === null ? null : order,
  };
}

function foundIn(configuration: Configuration, id: string): Omit<BaseRule, 'version'> {
  const set = present(
    configuration.find(({ rules }) => rules.some((rule) => rule.id === id)),
    'a set is only published over rules that are live',
  );
  const index = set.rules.findIndex((rule) => rule.id === id);
  return { rule: present(set.rules[index], 'the set was found by this rule'), rule_set_id: set.id, order: index + 1 };
}

function setIn(configuration: Configuration, id: string): BaseRuleSet {
  const index = configuration.findIndex((set) => set.id === id);
  const { client_ref, key, name, campaign } = present(configuration[index], 'a set is only published over rule sets that are live');
  return { set: { client_ref, key, name, campaign }, order: index + 1 };
}
