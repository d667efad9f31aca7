/** What is being written, on top of what somebody else has saved meanwhile: a field that was typed in stays as typed, every other one is theirs. */

export interface Followed<T> {
  /** What is saved, as far as it is known. */
  readonly base: T;
  readonly draft: T;
  /** Whether something else was saved since it was begun. */
  readonly overtaken: boolean;
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const begin = <T>(saved: T): Followed<T> => ({ base: saved, draft: saved, overtaken: false });

/** The fields of `after` that are not as they were. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<T>;
}

export function follow<T extends object>({ base, draft, overtaken }: Followed<T>, saved: T): Followed<T> {
  const rebased = { ...saved, ...changedFields(base, draft) };
  if (isSame(rebased, saved)) return begin(saved);
  return { base: saved, draft: rebased, overtaken: overtaken || !isSame(base, saved) };
}
