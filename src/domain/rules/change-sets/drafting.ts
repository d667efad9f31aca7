/** Puts what somebody wants changed into the changes of a set: one change for each rule, which says no more than what is to become different. */
import { DomainError } from '@/domain/errors';
import { CHANGES_MAX, type BaseRule, type RuleChange, type RuleContent, type UpdatedRule } from './change';
import { differing, doesNothing } from './revision';

interface SentPlace {
  /** Absent: unchanged. */
  readonly rule_set_id?: string | undefined;
  readonly order?: number | undefined;
}

/** A change as it is asked for. */
export type SentChange =
  | { readonly type: 'CREATE_RULE'; readonly rule: RuleContent; readonly place: SentPlace }
  | { readonly type: 'UPDATE_RULE'; readonly id: string; readonly rule: Partial<RuleContent>; readonly place: SentPlace }
  | { readonly type: 'ARCHIVE_RULE'; readonly id: string };

/**
 * Adds changes to a set, or to its earlier changes of the same rules; fields that are as they were before drop out.
 * @param live the rules of the program, by id.
 * @throws DomainError not_found for a rule that is neither live nor created by the set, validation_error for too many changes.
 */
export function drafted(
  changes: readonly RuleChange[],
  sent: readonly SentChange[],
  live: ReadonlyMap<string, BaseRule>,
  newId: () => string,
): RuleChange[] {
  const drafts = new Map(changes.map((change) => [change.id, change]));
  sent.forEach((one, index) => {
    const change = draftOf(one, drafts, live, newId, `changes[${index}].rule_id`);
    if (doesNothing(change)) drafts.delete(change.id);
    else drafts.set(change.id, change);
  });
  if (drafts.size > CHANGES_MAX)
    throw new DomainError('validation_error', `\`changes\`: A change set has at most ${CHANGES_MAX} changes; begin another one.`, {
      param: 'changes',
    });
  return [...drafts.values()];
}

function draftOf(
  sent: SentChange,
  drafts: ReadonlyMap<string, RuleChange>,
  live: ReadonlyMap<string, BaseRule>,
  newId: () => string,
  path: string,
): RuleChange {
  if (sent.type === 'CREATE_RULE') {
    const id = newId();
    return { type: 'CREATE_RULE', id, client_ref: id, rule: sent.rule, ...placeOf(sent.place, NOWHERE) };
  }
  const earlier = drafts.get(sent.id);
  if (earlier?.type === 'CREATE_RULE') {
    if (sent.type === 'UPDATE_RULE') return { ...earlier, rule: { ...earlier.rule, ...sent.rule }, ...placeOf(sent.place, earlier) };
    throw new DomainError('not_found', 'The rule is not live yet; withdraw its change instead.', { param: path });
  }
  const base = earlier?.base ?? live.get(sent.id);
  if (!base) throw new DomainError('not_found', 'The program has no such rule, or it is archived.', { param: path });
  if (sent.type === 'ARCHIVE_RULE') return { type: 'ARCHIVE_RULE', id: sent.id, base };
  const before = earlier?.type === 'UPDATE_RULE' ? earlier : null;
  const updated: UpdatedRule = {
    type: 'UPDATE_RULE',
    id: sent.id,
    base,
    rule: differing(base.rule, { ...before?.rule, ...sent.rule }),
    ...placeOf(sent.place, before ?? NOWHERE),
  };
  return updated.rule_set_id === base.rule_set_id && updated.order === null ? { ...updated, rule_set_id: null } : updated;
}

const NOWHERE = { rule_set_id: null, order: null } as const;

const placeOf = ({ rule_set_id, order }: SentPlace, before: { readonly rule_set_id: string | null; readonly order: number | null }) => ({
  rule_set_id: rule_set_id ?? before.rule_set_id,
  order: order ?? before.order,
});

/** The changes without those of some rules. @throws DomainError not_found for a rule that the set does not change. */
export function withdrawn(changes: readonly RuleChange[], ids: readonly string[]): RuleChange[] {
  const unknown = ids.findIndex((id) => !changes.some((change) => change.id === id));
  if (unknown >= 0) throw new DomainError('not_found', 'The change set does not change this rule.', { param: `withdraw[${unknown}]` });
  return changes.filter(({ id }) => !ids.includes(id));
}
