/** Reads the codes that somebody types for one event, between commas or line breaks: as many of them, and as long, as an event can have. */
import { MAX_CODE_TEXT, MAX_CODES_OF_EVENT } from '@/domain/codes/text';

export const enteredCodes = (text: string): string[] =>
  text
    .split(/[,;\r\n]/)
    .map((code) => code.trim())
    .filter((code) => code !== '');

/** What is wrong with them, or null. */
export function enteredFault(codes: readonly string[]): string | null {
  if (codes.length > MAX_CODES_OF_EVENT) return `An event has at most ${MAX_CODES_OF_EVENT} codes; leave some out.`;
  const long = codes.findIndex(({ length }) => length > MAX_CODE_TEXT);
  return long < 0 ? null : `Code ${long + 1} has more than ${MAX_CODE_TEXT} characters.`;
}
