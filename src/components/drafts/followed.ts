/** Rebases a draft onto what someone else saved meanwhile: edited fields stay as typed, all others take the saved value. */
import { namesIn } from '@/domain/fields';

export interface Followed<T> {
  /** The latest known saved state. */
  readonly base: T;
  readonly draft: T;
  /** Whether someone else has saved since the draft began. */
  readonly overtaken: boolean;
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const begin = <T>(saved: T): Followed<T> => ({ base: saved, draft: saved, overtaken: false });

/** The fields of `after` that differ from `before`. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changes: Partial<T> = {};
  for (const name of namesIn(after)) if (!isSame(before[name], after[name])) changes[name] = after[name];
  return changes;
}

export function follow<T extends object>({ base, draft, overtaken }: Followed<T>, saved: T): Followed<T> {
  const rebased = { ...saved, ...changedFields(base, draft) };
  if (isSame(rebased, saved)) return begin(saved);
  return { base: saved, draft: rebased, overtaken: overtaken || !isSame(base, saved) };
}
