/** When a credit matures and expires, as one types it: a duration or a timestamp, told apart by how they begin. */

export interface TypedTerms {
  /** Empty for never. */
  readonly expires: string;
  /** Empty for at once. */
  readonly matures: string;
}

/** Every timestamp begins with a year and a dash, which no duration does. */
const isInstant = (text: string): boolean => /^\d{4}-/.test(text);

/** The four fields of the API, of which at most one of each pair is set. */
export function termsOf({ expires, matures }: TypedTerms) {
  const [until, from] = [expires.trim(), matures.trim()];
  return {
    expires_at: isInstant(until) ? until : undefined,
    expires_in: isInstant(until) ? undefined : until || undefined,
    matures_at: isInstant(from) ? from : undefined,
    matures_in: isInstant(from) ? undefined : from || undefined,
  };
}

/** What is wrong with one of the terms, whichever of its forms was sent. @param at the path of the fields, with its dot. */
export const termsError = (errors: Readonly<Record<string, string>>, verb: keyof TypedTerms, at = ''): string | undefined =>
  errors[`${at}${verb}_in`] ?? errors[`${at}${verb}_at`];
