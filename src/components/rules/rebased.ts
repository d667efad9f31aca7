/** What is being written, on top of what somebody else has saved meanwhile: a field that was typed in stays as typed, every other one is theirs. */

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @param base what the draft began with. */
export function rebased<T extends object>(draft: T, base: T, saved: T): T {
  const names = Object.keys(saved) as (keyof T)[];
  const typed = names.filter((name) => !isSame(draft[name], base[name]));
  return { ...saved, ...Object.fromEntries(typed.map((name) => [name, draft[name]])) };
}
