/** The rules of a program after the changes of a set: whatever they do not touch stays as it is. */
import { DomainError } from '@/domain/errors';
import type { Configuration, ConfiguredRule, ConfiguredSet } from '@/domain/rules/configuration';
import { isOfRuleSet, type CreatedRule, type DraftedChange, type RuleSetChange, type UpdatedRule } from './change';

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
 * The configuration after the changes: each rule or set with an `order` stands at exactly that place, if there are that many. A change of what
 * is not there, or into a set that is not there, is left out: see `conflictsOf`. A set that still has rules stays: see `assertSetsFit`.
 */
export function applyChanges(current: Configuration, changes: readonly DraftedChange[], fallback: DefaultSet): Configuration {
  const drafts: Draft[] = arranged(current, changes.filter(isOfRuleSet)).map((set) => ({ set, rules: [...set.rules] }));
  const arriving: Arrival[] = [];
  for (const change of changes) {
    if (change.type === 'ARCHIVE_RULE') takeOut(drafts, change.id);
    if (change.type === 'UPDATE_RULE') arriving.push(...update(drafts, change));
  }
  for (const change of changes) if (change.type === 'CREATE_RULE') arriving.push(...create(drafts, change, fallback));
  for (const { draft, rule, order } of inOrder(arriving)) draft.rules.splice((order ?? Infinity) - 1, 0, rule);
  const deleted = new Set(changes.flatMap(({ type, id }) => (type === 'DELETE_RULE_SET' ? [id] : [])));
  return drafts.filter(({ set, rules }) => !deleted.has(set.id) || rules.length > 0).map(({ set, rules }) => ({ ...set, rules }));
}

/** The sets with new ones and changed ones in their places; those to be deleted stand last, with their rules. */
function arranged(current: Configuration, changes: readonly RuleSetChange[]): ConfiguredSet[] {
  const deleted = new Set(changes.flatMap(({ type, id }) => (type === 'DELETE_RULE_SET' ? [id] : [])));
  const sets = current.filter(({ id }) => !deleted.has(id));
  const arriving: { readonly set: ConfiguredSet; readonly order: number | null }[] = [];
  for (const change of changes) {
    if (change.type === 'CREATE_RULE_SET') {
      const { id, client_ref, set, order } = change;
      const isTaken = sets.some((one) => one.client_ref === set.key);
      arriving.push({ set: { id, client_ref: client_ref ?? (isTaken ? id : set.key), ...set, rules: [] }, order });
    }
    const index = change.type === 'UPDATE_RULE_SET' ? sets.findIndex(({ id }) => id === change.id) : -1;
    const found = sets[index];
    if (!found || change.type !== 'UPDATE_RULE_SET') continue;
    const set = { ...found, ...change.set };
    sets.splice(index, 1, ...(change.order === null ? [set] : []));
    if (change.order !== null) arriving.push({ set, order: change.order });
  }
  for (const { set, order } of inOrder(arriving)) sets.splice((order ?? Infinity) - 1, 0, set);
  return [...sets, ...current.filter(({ id }) => deleted.has(id))];
}

const inOrder = <Item extends { readonly order: number | null }>(arriving: readonly Item[]): Item[] =>
  arriving.toSorted((one, other) => (one.order ?? Infinity) - (other.order ?? Infinity) || 0);

/**
 * @throws DomainError rule_set_not_empty for a set to be deleted that has rules after the changes, key_exists for a key of two sets.
 */
export function assertSetsFit(changes: readonly DraftedChange[], wanted: Configuration): void {
  changes.forEach((change, index) => {
    const param = `changes[${index}]`;
    const set = wanted.find(({ id }) => id === change.id);
    if (change.type === 'DELETE_RULE_SET' && set)
      throw new DomainError(
        'rule_set_not_empty',
        `The set “${set.name}” still has rules; archive them or move them to another set first.`,
        {
          param,
          details: { rule_count: set.rules.length },
        },
      );
    if (set && wanted.some(({ id, key }) => id !== set.id && key === set.key))
      throw new DomainError('key_exists', `Another rule set of the program has the key “${set.key}”; choose another.`, {
        param: `${param}.rule_set.key`,
      });
  });
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
export const settled = (changes: readonly DraftedChange[], published: Configuration): DraftedChange[] =>
  changes.map((change) =>
    change.type === 'CREATE_RULE'
      ? { ...change, rule_set_id: published.find(({ rules }) => rules.some(({ id }) => id === change.id))?.id ?? change.rule_set_id }
      : change,
  );
