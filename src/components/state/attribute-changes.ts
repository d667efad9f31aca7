/** What has to be set and unset to turn some attributes into others. */

type Values = Readonly<Record<string, unknown>>;

/** Only what differs: a value that stays leaves no trace in the history. */
export function changesBetween(before: Values, after: Values): { set: Record<string, unknown>; unset: string[] } {
  const differs = (key: string) => !(key in before) || JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  return {
    set: Object.fromEntries(Object.entries(after).filter(([key]) => differs(key))),
    unset: Object.keys(before).filter((key) => !(key in after)),
  };
}
