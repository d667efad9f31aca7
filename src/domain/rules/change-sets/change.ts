/** What a change set would do to the rules of a program, and the configuration that comes of it: whatever it does not touch stays as it is. */
import type { Configuration, ConfiguredRule, ConfiguredSet } from '../configuration';

export const CHANGE_SET_STATUSES = ['OPEN', 'SCHEDULED', 'PUBLISHED', 'REVERTED', 'DISCARDED'] as const;
export type ChangeSetStatus = (typeof CHANGE_SET_STATUSES)[number];

/** A rule without its names. */
export type RuleContent = Omit<ConfiguredRule, 'id' | 'client_ref'>;

/** A rule as it was when its change was begun. */
export interface BaseRule {
  readonly version: number;
  readonly rule: ConfiguredRule;
  readonly rule_set_id: string;
  /** From 1. */
  readonly order: number;
}

/** Where a rule is to stand. `rule_set_id` null: in its present set, or a new rule in the default set. `order` null: where it is, or last. */
interface WantedPlace {
  readonly rule_set_id: string | null;
  readonly order: number | null;
}

interface CreatedRule extends WantedPlace {
  readonly type: 'CREATE_RULE';
  readonly id: string;
  readonly client_ref: string;
  readonly rule: RuleContent;
}

export interface UpdatedRule extends WantedPlace {
  readonly type: 'UPDATE_RULE';
  readonly id: string;
  readonly base: BaseRule;
  /** Only what differs from the base. */
  readonly rule: Partial<RuleContent>;
}

interface ArchivedRule {
  readonly type: 'ARCHIVE_RULE';
  readonly id: string;
  readonly base: BaseRule;
}

export type RuleChange = CreatedRule | UpdatedRule | ArchivedRule;
export const RULE_CHANGE_TYPES = ['CREATE_RULE', 'UPDATE_RULE', 'ARCHIVE_RULE'] as const satisfies readonly RuleChange['type'][];

export const CHANGES_MAX = 100;

/** CHANGED: the rule is another one now. ARCHIVED: it is no longer there. SET_ARCHIVED: the set that it would stand in is not. */
export const CONFLICT_REASONS = ['CHANGED', 'ARCHIVED', 'SET_ARCHIVED'] as const;

export const nameOfChange = (change: RuleChange): string =>
  change.type === 'CREATE_RULE'
    ? change.rule.name
    : change.type === 'UPDATE_RULE'
      ? (change.rule.name ?? change.base.rule.name)
      : change.base.rule.name;

/** The set of a new rule that names none. */
export interface DefaultSet {
  readonly key: string;
  readonly name: string;
  newId(): string;
}

interface Draft {
  readonly set: ConfiguredSet;
  readonly rules: ConfiguredRule[];
}

/**
 * The configuration after the changes: each rule with an `order` stands at exactly that place, if its set is that long. A change of what is
 * not there, or into a set that is not there, is left out: see `conflictsOf`.
 */
export function applyChanges(current: Configuration, changes: readonly RuleChange[], fallback: DefaultSet): Configuration {
  const drafts: Draft[] = current.map((set) => ({ set, rules: [...set.rules] }));
  const arriving: Arrival[] = [];
  for (const change of changes) {
    if (change.type === 'ARCHIVE_RULE') takeOut(drafts, change.id);
    if (change.type === 'UPDATE_RULE') arriving.push(...update(drafts, change));
  }
  for (const change of changes) if (change.type === 'CREATE_RULE') arriving.push(...create(drafts, change, fallback));
  const inOrder = arriving.toSorted((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity) || 0);
  for (const { draft, rule, order } of inOrder) draft.rules.splice((order ?? Infinity) - 1, 0, rule);
  return drafts.map(({ set, rules }) => ({ ...set, rules }));
}

/** A rule on its way into a set. */
interface Arrival {
  readonly draft: Draft;
  readonly rule: ConfiguredRule;
  readonly order: number | null;
}

function takeOut(
  drafts: readonly Draft[],
  id: string,
): { readonly rule: ConfiguredRule; readonly draft: Draft; readonly index: number } | null {
  for (const draft of drafts) {
    const index = draft.rules.findIndex((rule) => rule.id === id);
    const [rule] = index < 0 ? [] : draft.rules.splice(index, 1);
    if (rule) return { rule, draft, index };
  }
  return null;
}

/** @returns the rule, if it moves; otherwise it stays in its place. */
function update(drafts: readonly Draft[], { id, rule: fields, rule_set_id, order }: UpdatedRule): Arrival[] {
  const found = takeOut(drafts, id);
  if (!found) return [];
  const rule = { ...found.rule, ...fields };
  const target = rule_set_id === null ? found.draft : (drafts.find(({ set }) => set.id === rule_set_id) ?? found.draft);
  if (order !== null || target !== found.draft) return [{ draft: target, rule, order }];
  found.draft.rules.splice(found.index, 0, rule);
  return [];
}

function create(drafts: Draft[], { id, client_ref, rule, rule_set_id, order }: CreatedRule, fallback: DefaultSet): Arrival[] {
  const target = drafts.find(({ set }) => (rule_set_id === null ? set.key === fallback.key : set.id === rule_set_id));
  if (!target && rule_set_id !== null) return [];
  return [{ draft: target ?? newDraft(drafts, fallback), rule: { ...rule, id, client_ref }, order }];
}

function newDraft(drafts: Draft[], { key, name, newId }: DefaultSet): Draft {
  const id = newId();
  const isTaken = drafts.some(({ set }) => set.client_ref === key);
  const made: Draft = { set: { id, client_ref: isTaken ? id : key, key, name, rules: [] }, rules: [] };
  drafts.push(made);
  return made;
}

/** The changes with the set in which each new rule came to stand. */
export const settled = (changes: readonly RuleChange[], published: Configuration): RuleChange[] =>
  changes.map((change) =>
    change.type === 'CREATE_RULE'
      ? { ...change, rule_set_id: published.find(({ rules }) => rules.some(({ id }) => id === change.id))?.id ?? change.rule_set_id }
      : change,
  );
