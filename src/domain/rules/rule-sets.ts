/** Decides which changes the rule sets of a program allow: keys stay unique, and positions run from 1 without gaps. */
import { present } from '@/domain/assert';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import { DomainError } from '@/domain/errors';

interface PlacedSet {
  readonly id: string;
  readonly client_ref: string;
  readonly key: string;
  readonly name: string;
  readonly campaign: CampaignTerms | null;
  /** From 1. */
  readonly position: number;
}

/**
 * The new set, after all others.
 * @throws DomainError key_exists.
 */
export function appendSet(
  sets: readonly PlacedSet[],
  { id, key, name, campaign = null }: Pick<PlacedSet, 'id' | 'key' | 'name'> & Partial<Pick<PlacedSet, 'campaign'>>,
): PlacedSet {
  assertKeyFree(sets, key);
  const client_ref = sets.some((set) => set.client_ref === key) ? id : key;
  return { id, client_ref, key, name, campaign, position: sets.length + 1 };
}

/**
 * The set after the change; the very same object when nothing changes.
 * @throws DomainError not_found, key_exists.
 */
export function alterSet<S extends PlacedSet>(
  sets: readonly S[],
  id: string,
  change: { readonly key?: string | undefined; readonly name?: string | undefined },
): S {
  const set = setOf(sets, id);
  const { key = set.key, name = set.name } = change;
  if (key === set.key && name === set.name) return set;
  if (key !== set.key) assertKeyFree(sets, key);
  return { ...set, key, name };
}

/**
 * The remaining sets, renumbered without a gap.
 * @param ruleCount how many rules of the set are not archived.
 * @throws DomainError not_found, rule_set_not_empty.
 */
export function removeSet<S extends PlacedSet>(sets: readonly S[], id: string, ruleCount: number): S[] {
  const removed = setOf(sets, id);
  if (ruleCount > 0) {
    throw new DomainError('rule_set_not_empty', 'The set still has rules; archive them or move them to another set first.', {
      param: 'rule_set_id',
      details: { rule_count: ruleCount },
    });
  }
  return numbered(sets.filter((set) => set !== removed));
}

/**
 * All sets in the order of `ids`.
 * @throws DomainError unprocessable unless every set is named exactly once; `details` say which are missing, repeated or unknown.
 */
export function orderSets<S extends PlacedSet>(sets: readonly S[], ids: readonly string[]): S[] {
  const byId = new Map(sets.map((set) => [set.id, set]));
  const named = new Set(ids);
  const missing = sets.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  const repeated = [...named].filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id));
  const unknown = [...named].filter((id) => !byId.has(id));
  if (missing.length + repeated.length + unknown.length > 0) {
    throw new DomainError(
      'unprocessable',
      'Name every rule set of the program exactly once; `details` say which are missing, repeated or unknown.',
      {
        param: 'rule_set_ids',
        details: { missing, repeated, unknown },
      },
    );
  }
  return numbered(ids.map((id) => present(byId.get(id), 'ids of no set have been refused')));
}

const numbered = <S extends PlacedSet>(sets: readonly S[]): S[] => sets.map((set, index) => ({ ...set, position: index + 1 }));

function setOf<S extends PlacedSet>(sets: readonly S[], id: string): S {
  const found = sets.find((set) => set.id === id);
  if (!found) throw new DomainError('not_found', 'The program has no such rule set.', { param: 'rule_set_id' });
  return found;
}

function assertKeyFree(sets: readonly PlacedSet[], key: string): void {
  if (sets.some((set) => set.key === key))
    throw new DomainError('key_exists', 'Another rule set of the program has this key; choose another.', { param: 'key' });
}
