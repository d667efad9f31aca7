/** Makes codes of random bytes, each character as likely as any other, and says how long codes must be so that nobody guesses one. */
import { CODE_ALPHABET, checkCharacter, MAX_CODE_LENGTH } from './text';

interface CodeShape {
  /** Normalized; may be empty. */
  readonly prefix: string;
  /** The characters behind the prefix, of which the last one is the check character. */
  readonly length: number;
}

/** As many random bytes as asked for, from a cryptographic source. */
type RandomBytes = (count: number) => Uint8Array;

export const MAX_PREFIX_LENGTH = 12;
export const CODE_LENGTH = { least: 6, most: MAX_CODE_LENGTH - MAX_PREFIX_LENGTH, usual: 12 } as const;

/** For every code that is made there are at least this many that are not. */
const UNMADE_FOR_EACH = 1_000_000;

/** The shortest codes of which `count` can be made so that a guess is hopeless. */
export function leastLength(count: number): number {
  const random = Math.log(count * UNMADE_FOR_EACH) / Math.log(CODE_ALPHABET.length);
  return Math.max(CODE_LENGTH.least, Math.ceil(random) + 1);
}

/** Bytes from here on would make the first characters of the alphabet likelier than the others. */
const FAIR_BYTES = Math.floor(256 / CODE_ALPHABET.length) * CODE_ALPHABET.length;

/** Codes that are sound; two of them may be the same, as chance has it. */
export function makeCodes({ prefix, length }: CodeShape, count: number, random: RandomBytes): string[] {
  const codes: string[] = [];
  while (codes.length < count) {
    const text = fairCharacters(random((count - codes.length) * length));
    for (let from = 0; from + length - 1 <= text.length && codes.length < count; from += length - 1) {
      const body = prefix + text.slice(from, from + length - 1);
      const check = checkCharacter(body);
      if (check !== null) codes.push(body + check);
    }
  }
  return codes;
}

function fairCharacters(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) if (byte < FAIR_BYTES) text += CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length);
  return text;
}
