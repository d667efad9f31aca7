/** Decides what an archived record still takes: archiving it again, which changes nothing, everywhere alike. */

/** Whether a change asks for nothing but what an archived record already is. */
export const changesNothingArchived = (change: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(change).every(([name, value]) => value === undefined || (name === 'status' && value === 'ARCHIVED'));
