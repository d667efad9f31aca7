/** Puts what somebody wants changed into the changes of a set: one change for each item, which says no more than what is to become different. */
import { DomainError } from '@/domain/errors';
import { differingFields, type AutomationContent, type DraftedAutomation } from './automations';
import {
  CHANGES_MAX,
  isOfAutomation,
  isOfRule,
  isOfRuleSet,
  type DraftedChange,
  type LiveState,
  type RuleChange,
  type RuleContent,
  type RuleSetChange,
  type RuleSetContent,
} from './change';
import { differing, differingSet, doesNothing, keptPlace } from './revision';

interface SentPlace {
  /** Absent: unchanged. */
  readonly rule_set_id?: string | undefined;
  /** Null: where it is, or last, whatever was drafted before. */
  readonly order?: number | null | undefined;
}

type SentRule =
  | { readonly type: 'CREATE_RULE'; readonly rule: RuleContent; readonly place: SentPlace }
  | { readonly type: 'UPDATE_RULE'; readonly id: string; readonly rule: Partial<RuleContent>; readonly place: SentPlace }
  | { readonly type: 'ARCHIVE_RULE'; readonly id: string };
type SentSet =
  | { readonly type: 'CREATE_RULE_SET'; readonly set: RuleSetContent; readonly order: number | null }
  | {
      readonly type: 'UPDATE_RULE_SET';
      readonly id: string;
      readonly set: Partial<RuleSetContent>;
      readonly order: number | null | undefined;
    }
  | { readonly type: 'DELETE_RULE_SET'; readonly id: string };
type SentAutomation =
  | { readonly type: 'CREATE_AUTOMATION'; readonly automation: AutomationContent }
  | { readonly type: 'UPDATE_AUTOMATION'; readonly id: string; readonly automation: Partial<AutomationContent> }
  | { readonly type: 'ARCHIVE_AUTOMATION'; readonly id: string };

/** A change as it is asked for. Places and fields that are left out stay as they are. */
export type SentChange = SentRule | SentSet | SentAutomation;

interface Drafting {
  readonly drafts: ReadonlyMap<string, DraftedChange>;
  readonly live: LiveState;
  readonly newId: () => string;
  /** Of the change in the request. */
  readonly path: string;
}

/**
 * Adds changes to a set, or to its earlier changes of the same items; fields that are as they were before drop out.
 * @throws DomainError not_found for what is neither live nor created by the set, validation_error for too many changes.
 */
export function drafted(
  changes: readonly DraftedChange[],
  sent: readonly SentChange[],
  live: LiveState,
  newId: () => string,
): DraftedChange[] {
  const drafts = new Map(changes.map((change) => [change.id, change]));
  sent.forEach((one, index) => {
    const change = draftOf(one, { drafts, live, newId, path: `changes[${index}].id` });
    if (doesNothing(change)) drafts.delete(change.id);
    else drafts.set(change.id, change);
  });
  if (drafts.size > CHANGES_MAX)
    throw new DomainError('validation_error', `\`changes\`: A change set has at most ${CHANGES_MAX} changes; begin another one.`, {
      param: 'changes',
    });
  return [...drafts.values()];
}

function draftOf(sent: SentChange, drafting: Drafting): DraftedChange {
  switch (sent.type) {
    case 'CREATE_RULE':
    case 'UPDATE_RULE':
    case 'ARCHIVE_RULE':
      return draftOfRule(sent, drafting);
    case 'CREATE_RULE_SET':
    case 'UPDATE_RULE_SET':
    case 'DELETE_RULE_SET':
      return draftOfSet(sent, drafting);
    case 'CREATE_AUTOMATION':
    case 'UPDATE_AUTOMATION':
    case 'ARCHIVE_AUTOMATION':
      return draftOfAutomation(sent, drafting);
  }
}

function draftOfRule(sent: SentRule, { drafts, live, newId, path }: Drafting): RuleChange {
  if (sent.type === 'CREATE_RULE') {
    const id = newId();
    return { type: 'CREATE_RULE', id, client_ref: id, rule: sent.rule, ...placeOf(sent.place, NOWHERE) };
  }
  const found = drafts.get(sent.id);
  const earlier = found && isOfRule(found) ? found : null;
  if (earlier?.type === 'CREATE_RULE') {
    if (sent.type === 'UPDATE_RULE') return { ...earlier, rule: { ...earlier.rule, ...sent.rule }, ...placeOf(sent.place, earlier) };
    return notLive('rule', path);
  }
  const base = earlier?.base ?? live.rules.get(sent.id) ?? unknown('The program has no such rule, or it is archived.', path);
  if (sent.type === 'ARCHIVE_RULE') return { type: 'ARCHIVE_RULE', id: sent.id, base };
  const before = earlier?.type === 'UPDATE_RULE' ? earlier : null;
  const updated = {
    type: 'UPDATE_RULE' as const,
    id: sent.id,
    base,
    rule: differing(base.rule, { ...before?.rule, ...sent.rule }),
    ...placeOf(sent.place, before ?? NOWHERE),
  };
  return updated.rule_set_id === base.rule_set_id && updated.order === null ? { ...updated, rule_set_id: null } : updated;
}

function draftOfSet(sent: SentSet, { drafts, live, newId, path }: Drafting): RuleSetChange {
  if (sent.type === 'CREATE_RULE_SET') return { ...sent, id: newId(), client_ref: null };
  const found = drafts.get(sent.id);
  const earlier = found && isOfRuleSet(found) ? found : null;
  if (earlier?.type === 'CREATE_RULE_SET') {
    if (sent.type === 'DELETE_RULE_SET') return notLive('rule set', path);
    return { ...earlier, set: { ...earlier.set, ...sent.set }, order: orderOf(sent, earlier) };
  }
  const base = earlier?.base ?? live.sets.get(sent.id) ?? unknown('The program has no such rule set.', path);
  if (sent.type === 'DELETE_RULE_SET') return { type: 'DELETE_RULE_SET', id: sent.id, base };
  const before = earlier?.type === 'UPDATE_RULE_SET' ? earlier : null;
  return {
    type: 'UPDATE_RULE_SET',
    id: sent.id,
    base,
    set: differingSet(base.set, { ...before?.set, ...sent.set }),
    order: orderOf(sent, before ?? NOWHERE),
  };
}

function draftOfAutomation(sent: SentAutomation, { drafts, live, newId, path }: Drafting): DraftedAutomation {
  if (sent.type === 'CREATE_AUTOMATION') return { ...sent, id: newId() };
  const found = drafts.get(sent.id);
  const earlier = found && isOfAutomation(found) ? found : null;
  if (earlier?.type === 'CREATE_AUTOMATION') {
    if (sent.type === 'ARCHIVE_AUTOMATION') return notLive('automation', path);
    return { ...earlier, automation: { ...earlier.automation, ...sent.automation } };
  }
  const known = live.automations.get(sent.id);
  const base = earlier?.base ?? (known && { automation: known }) ?? unknown('The program has no such automation, or it has ended.', path);
  if (sent.type === 'ARCHIVE_AUTOMATION') return { type: 'ARCHIVE_AUTOMATION', id: sent.id, base };
  const before = earlier?.type === 'UPDATE_AUTOMATION' ? earlier.automation : {};
  const automation = differingFields(base.automation, { ...before, ...sent.automation });
  if (automation.scope !== undefined || (automation.trigger && automation.trigger.type !== base.automation.trigger.type))
    throw new DomainError('invalid_parameter', 'The scope and the type of the trigger cannot change; create another automation.', {
      param: path.replace(/id$/, automation.scope === undefined ? 'automation.trigger.type' : 'automation.scope'),
    });
  return { type: 'UPDATE_AUTOMATION', id: sent.id, base, automation };
}

function notLive(what: string, path: string): never {
  throw new DomainError('not_found', `The ${what} is not live yet; withdraw its change instead.`, { param: path });
}

function unknown(message: string, path: string): never {
  throw new DomainError('not_found', message, { param: path });
}

const NOWHERE = { rule_set_id: null, order: null } as const;

const placeOf = (place: SentPlace, before: { readonly rule_set_id: string | null; readonly order: number | null }) => ({
  rule_set_id: place.rule_set_id ?? before.rule_set_id,
  order: orderOf(place, before),
});

const orderOf = ({ order }: Pick<SentPlace, 'order'>, before: { readonly order: number | null }): number | null =>
  order === undefined ? before.order : order;

/**
 * The changes without those of some items. A rule that was to come into a set that is withdrawn stays in its own, or comes into the default one.
 * @throws DomainError not_found for what the set does not change.
 */
export function withdrawn(changes: readonly DraftedChange[], ids: readonly string[]): DraftedChange[] {
  const unknownAt = ids.findIndex((id) => !changes.some((change) => change.id === id));
  if (unknownAt >= 0) throw new DomainError('not_found', 'The change set does not change this.', { param: `withdraw[${unknownAt}]` });
  const gone = new Set(changes.flatMap(({ type, id }) => (type === 'CREATE_RULE_SET' && ids.includes(id) ? [id] : [])));
  return changes
    .filter(({ id }) => !ids.includes(id))
    .map((change) =>
      change.type === 'CREATE_RULE' || change.type === 'UPDATE_RULE' ? { ...change, ...keptPlace(change, (id) => !gone.has(id)) } : change,
    )
    .filter((change) => !doesNothing(change));
}
