/** Computes what to set and unset to turn one set of attributes into another. */

type Values = Readonly<Record<string, unknown>>;

/** Only differences, so that an unchanged value leaves no trace in the history. */
export function changesBetween(before: Values, after: Values): { set: Record<string, unknown>; unset: string[] } {
  const differs = (key: string) => !(key in before) || JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  return {
    set: Object.fromEntries(Object.entries(after).filter(([key]) => differs(key))),
    unset: Object.keys(before).filter((key) => !(key in after)),
  };
}
