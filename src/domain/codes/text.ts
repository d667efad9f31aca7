/**
 * Defines how codes are written: normalized before anything else, made of characters that nobody confuses, and with a check character, so that
 * no two codes of a batch differ by one wrong character or by two neighbours that changed places.
 */

/** What codes are made of: no 0 O, no 1 I L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** The most characters of a code. Up to this length, every place has a weight of its own. */
export const MAX_CODE_LENGTH = 36;
/** The longest text that is looked at as a code, spaces and dashes included. */
export const MAX_CODE_TEXT = 100;
/** The most codes that one event can have. */
export const MAX_CODES_OF_EVENT = 10;

/** In upper case, without spaces and dashes: `spring-24 abc` is `SPRING24ABC`. */
export const normalizedCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '');

/** Whether a normalized text can be a code at all. */
export const canBeCode = (code: string): boolean => code.length <= MAX_CODE_LENGTH && /^[0-9A-Z]+$/.test(code);

/** Digits and letters have different values below this prime, so that a weighted sum tells every two of them apart. */
const PRIME = 37;
const valueOf = (character: string): number => Number.parseInt(character, 36);

/** Zero for a code whose check character fits. The last place has the weight 1, and each place before it one more. */
function weighedSum(code: string): number {
  let sum = 0;
  for (const [place, character] of [...code].entries()) sum += valueOf(character) * (code.length - place);
  return sum % PRIME;
}

/** Whether the last character of a normalized code fits the others. */
export const hasSoundCheck = (code: string): boolean => canBeCode(code) && weighedSum(code) === 0;

/** The character that makes a code sound behind `body`; null when no character of the alphabet does. */
export function checkCharacter(body: string): string | null {
  const missing = (PRIME - weighedSum(`${body}0`)) % PRIME;
  return [...CODE_ALPHABET].find((character) => valueOf(character) === missing) ?? null;
}
