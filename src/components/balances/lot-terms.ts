/** Parses when a credit matures and expires: a duration or a timestamp, told apart by how the text begins. */

export interface TypedTerms {
  /** Empty for never. */
  readonly expires: string;
  /** Empty for immediately. */
  readonly matures: string;
}

/** A timestamp begins with a year and a dash; no duration does. */
const isInstant = (text: string): boolean => /^\d{4}-/.test(text);

/** The API's four fields, at most one of each pair set. */
export function termsOf({ expires, matures }: TypedTerms) {
  const [until, from] = [expires.trim(), matures.trim()];
  return {
    expires_at: isInstant(until) ? until : undefined,
    expires_in: isInstant(until) ? undefined : until || undefined,
    matures_at: isInstant(from) ? from : undefined,
    matures_in: isInstant(from) ? undefined : from || undefined,
  };
}

/** The error of one of the terms, whichever of its fields was sent. @param at the path of the fields, with its dot. */
export const termsError = (errors: Readonly<Record<string, string>>, verb: keyof TypedTerms, at = ''): string | undefined =>
  errors[`${at}${verb}_in`] ?? errors[`${at}${verb}_at`];
