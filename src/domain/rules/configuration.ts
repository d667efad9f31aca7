/** Compares two configurations of a program: each difference is reported once, and nothing that stays the same. */
import { canonicalJson } from '@/domain/canonical-json';
import { DomainError } from '@/domain/errors';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { amountOf, formatDecimal } from '@/domain/money';
import type { BudgetSource } from './budget';
import type { ActionSource } from './actions/catalog';
import type { ExampleSource } from './examples/example';

/** A rule in a configuration; its place is its position in the list. Times are RFC 3339 in UTC with milliseconds. */
export interface ConfiguredRule {
  readonly id: string;
  /** The caller's own name for the rule, the same in every program that has this configuration. */
  readonly client_ref: string;
  readonly name: string;
  readonly description: string | null;
  readonly condition: string;
  readonly actions: readonly ActionSource[];
  readonly budgets: readonly BudgetSource[];
  readonly active_from: string | null;
  readonly active_to: string | null;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly stop_after_match: boolean;
  readonly examples: readonly ExampleSource[];
}

export interface ConfiguredSet {
  readonly id: string;
  readonly client_ref: string;
  readonly key: string;
  readonly name: string;
  /** The terms under which its rules run; absent or null for a set that is no campaign. */
  readonly campaign?: CampaignTerms | null;
  readonly rules: readonly ConfiguredRule[];
}

/** Sets in evaluation order, each with its rules in evaluation order. */
export type Configuration = readonly ConfiguredSet[];

const SET_FIELDS = ['client_ref', 'key', 'name', 'campaign'] as const satisfies readonly (keyof ConfiguredSet)[];
const RULE_FIELDS = [
  'client_ref',
  'name',
  'description',
  'condition',
  'actions',
  'budgets',
  'active_from',
  'active_to',
  'status',
  'stop_after_match',
  'examples',
] as const satisfies readonly (keyof ConfiguredRule)[];

export type ConfiguredItem =
  | { readonly type: 'RULE_SET'; readonly set: ConfiguredSet }
  | { readonly type: 'RULE'; readonly rule: ConfiguredRule; readonly setId: string };

/** The place of an item: a set in its program (`setId` null), a rule in its set. Orders count from 1. */
export interface RulePosition {
  readonly setId: string | null;
  readonly order: number;
}

export interface ConfigurationFieldChange {
  readonly field: (typeof SET_FIELDS)[number] | (typeof RULE_FIELDS)[number];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Archived items, then updated and moved ones, then new ones: applied in this order, with new and moved
 * items by ascending place, they turn one configuration into the other. Items that only shift to make
 * room for others do not count as moved.
 */
export interface ConfigurationDiff {
  readonly archived: readonly (ConfiguredItem & { readonly from: RulePosition })[];
  readonly updated: readonly (ConfiguredItem & { readonly changes: readonly ConfigurationFieldChange[] })[];
  readonly moved: readonly (ConfiguredItem & { readonly from: RulePosition; readonly to: RulePosition })[];
  readonly created: readonly (ConfiguredItem & { readonly to: RulePosition })[];
}

export const isEmptyDiff = (diff: ConfigurationDiff): boolean =>
  Object.values(diff).every((items: readonly unknown[]) => items.length === 0);

type PositionedItem = ConfiguredItem & { readonly id: string; readonly place: RulePosition };

/** Items are matched by id. Archived ones come with their content before, all others with their content after. */
export function diffConfigurations(before: Configuration, after: Configuration): ConfigurationDiff {
  const [old, current] = [placedItems(before), placedItems(after)];
  const oldById = new Map(old.map((item) => [item.id, item]));
  const ids = new Set(current.map((item) => item.id));
  const pairs = current.flatMap((item) => {
    const was = oldById.get(item.id);
    return was ? [{ was, item }] : [];
  });
  const stay = stayingIds(pairs);
  return {
    archived: old.filter(({ id }) => !ids.has(id)).map((item) => ({ ...itemOf(item), from: item.place })),
    updated: pairs
      .map(({ was, item }) => ({ ...itemOf(item), changes: changesBetween(was, item) }))
      .filter(({ changes }) => changes.length > 0),
    moved: pairs.filter(({ item }) => !stay.has(item.id)).map(({ was, item }) => ({ ...itemOf(item), from: was.place, to: item.place })),
    created: current.filter(({ id }) => !oldById.has(id)).map((item) => ({ ...itemOf(item), to: item.place })),
  };
}

function placedItems(configuration: Configuration): PositionedItem[] {
  return [
    ...configuration.map((set, index) => ({ type: 'RULE_SET', set, id: set.id, place: { setId: null, order: index + 1 } }) as const),
    ...configuration.flatMap((set) =>
      set.rules.map(
        (rule, index) => ({ type: 'RULE', rule, setId: set.id, id: rule.id, place: { setId: set.id, order: index + 1 } }) as const,
      ),
    ),
  ];
}

const itemOf = ({ id: _id, place: _place, ...item }: PositionedItem): ConfiguredItem => item;

function changesBetween(was: PositionedItem, item: PositionedItem): ConfigurationFieldChange[] {
  if (was.type === 'RULE_SET' && item.type === 'RULE_SET') return changedFields(SET_FIELDS, was.set, item.set);
  if (was.type === 'RULE' && item.type === 'RULE') return changedFields(RULE_FIELDS, was.rule, item.rule);
  return [];
}

/** What differs between two states of a rule, apart from its place. */
export const changedRuleFields = (was: ConfiguredRule, item: ConfiguredRule): ConfigurationFieldChange[] =>
  changedFields(RULE_FIELDS, was, item);

function changedFields<Field extends ConfigurationFieldChange['field']>(
  fields: readonly Field[],
  was: Readonly<Partial<Record<Field, unknown>>>,
  item: Readonly<Partial<Record<Field, unknown>>>,
): ConfigurationFieldChange[] {
  return fields
    .filter((field) => meaning(field, was[field]) !== meaning(field, item[field]))
    .map((field) => ({ field, before: was[field] ?? null, after: item[field] ?? null }));
}

/** What differs between two states of a set, apart from its place and its rules. */
export const changedSetFields = (
  was: Omit<ConfiguredSet, 'id' | 'rules'>,
  item: Omit<ConfiguredSet, 'id' | 'rules'>,
): ConfigurationFieldChange[] => changedFields(SET_FIELDS, was, item);

/** Equal for values that mean the same: a budget of 500 is one of 500.00. */
function meaning(field: ConfigurationFieldChange['field'], value: unknown): string {
  // The field of this name holds the budgets of a rule.
  if (field === 'budgets') return canonicalJson(budgetsMeant(value as readonly BudgetSource[]));
  if (field !== 'campaign' || !value) return canonicalJson(value ?? null);
  const terms = value as CampaignTerms; // that of this name, those of a campaign
  return canonicalJson({ ...terms, budgets: budgetsMeant(terms.budgets) });
}

const budgetsMeant = (budgets: readonly BudgetSource[]) =>
  budgets.map((budget) => ({ ...budget, limit: formatDecimal(amountOf(budget.limit)) }));

/** Items that need not move: in each list, the most of its former items that are still in their old relative order. */
function stayingIds(pairs: readonly { readonly was: PositionedItem; readonly item: PositionedItem }[]): Set<string> {
  const inSameList = pairs.filter(({ was, item }) => was.place.setId === item.place.setId);
  const lists = Map.groupBy(inSameList, ({ item }) => item.place.setId);
  return new Set([...lists.values()].flatMap((list) => longestRising(list, ({ was }) => was.place.order).map(({ item }) => item.id)));
}

interface Risen<Item> {
  readonly item: Item;
  readonly value: number;
  readonly before: Risen<Item> | undefined;
}

/** A longest subsequence whose values strictly increase. */
function longestRising<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item[] {
  const tails: Risen<Item>[] = [];
  for (const item of items) {
    const value = valueOf(item);
    const found = tails.findIndex((tail) => tail.value >= value);
    const length = found < 0 ? tails.length : found;
    tails[length] = { item, value, before: tails[length - 1] };
  }
  const rising: Item[] = [];
  for (let last = tails.at(-1); last !== undefined; last = last.before) rising.unshift(last.item);
  return rising;
}

/** @throws DomainError rule_configuration_version_conflict when a change is based on another version than the current one. */
export function assertExpectedVersion(current: number, expected: number): void {
  if (current === expected) return;
  throw new DomainError(
    'rule_configuration_version_conflict',
    'The rules of the program have changed since you read them; read them again and repeat the change.',
    {
      param: 'expected_rule_configuration_version',
      details: {
        current_rule_configuration_version: current,
        expected_rule_configuration_version: expected,
        instruction: 'Read the rule configuration, apply your change to it, and send its version as `expected_rule_configuration_version`.',
      },
    },
  );
}
