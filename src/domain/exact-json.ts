/**
 * Reads JSON text so that nothing in it is changed unseen: a number that JavaScript would round stays as it was written,
 * a name that is given twice is found, and so is the one name that cannot be kept.
 */
import { present } from '@/domain/assert';

/** A number as it was written, where no double has its value. */
export class InexactNumber {
  constructor(readonly text: string) {}
  toJSON(): string {
    return this.text;
  }
}

/** An object names a field twice, of which only one could be kept. */
export class DuplicateNameError extends Error {
  constructor(readonly duplicate: string) {
    super(`The field ${JSON.stringify(duplicate)} is given twice in one object.`);
  }
}

/** More digits than this may be lost; fewer never are, as long as there is no exponent. */
const ALWAYS_KEPT_DIGITS = 15;

/** @throws SyntaxError, DuplicateNameError */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const { names, mayRound } = survey(text);
  if (names !== nameCount(value)) throw new DuplicateNameError(firstDuplicate(text));
  return mayRound ? JSON.parse(text, asWritten) : value;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const [QUOTE, COLON, POINT, LOWER_E, UPPER_E, BACKSLASH] = [...'":.eE\\'].map((character) => character.charCodeAt(0));

/** How many names valid JSON text gives, and whether it holds a number that may be rounded. One pass, since every request is read so. */
function survey(text: string): { readonly names: number; readonly mayRound: boolean } {
  let [names, digits, mayRound] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      mayRound ||= ++digits > ALWAYS_KEPT_DIGITS;
      continue;
    }
    if (code === POINT) continue;
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) names++;
    else if (code === LOWER_E || code === UPPER_E) mayRound ||= digits > 0;
    digits = 0;
  }
  return { names, mayRound };
}

/** The position of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}

function nameCount(value: unknown): number {
  // An own stack, because text may be nested more deeply than functions may be.
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    const items: unknown[] = Object.values(next);
    if (!Array.isArray(next)) count += items.length;
    for (const item of items) if (item !== null && typeof item === 'object') open.push(item);
  }
  return count;
}

/** A string, with the colon that makes it a name, or where an object or array begins or ends. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

function firstDuplicate(text: string): string {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      // A token before a colon is a text.
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      const names = present(open.at(-1), 'a name stands in an object');
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  throw new Error('a name that is given twice was counted and not found');
}

function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value !== 'number' || source === undefined || isSameNumber(source, String(value)) ? value : new InexactNumber(source);
}

function isSameNumber(written: string, read: string): boolean {
  const [left, right] = [parts(written), parts(read)];
  return left !== null && right !== null && left.every((part, index) => part === right[index]);
}

/** Sign, significant digits and the power of ten of the last of them; null for what is not finite. */
function parts(number: string): readonly [sign: string, digits: string, exponent: number] | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  if (whole === '') return null;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return ['', '', 0];
  return [sign, digits, Number(exponent) - fraction.length + all.length - digits.length];
}

/** The number up to which every whole number is a double. */
const LARGEST_EXACT = 2 ** 53;

/** What to do about a number that is refused. */
export const INEXACT_NUMBER = 'This number is above 2^53 or has more digits than a JSON number keeps; send it as a string.';

/** Whether a value read by {@link parseExactJson} is a number that JSON does not carry exactly everywhere. */
export const isInexact = (value: unknown): boolean =>
  value instanceof InexactNumber || (typeof value === 'number' && Math.abs(value) > LARGEST_EXACT);

/** A field of this name is an object's prototype to much that reads JSON, so that it would be lost. */
const PROTOTYPE_NAME = '__proto__';

/** What to do about a field of that name. */
export const RESERVED_NAME = 'A field cannot be named `__proto__`: it would be lost. Give it another name.';

/** The path of the first field, at any depth, that is named `__proto__`; null if there is none. */
export const prototypeFieldPath = (value: unknown): string | null =>
  firstPath(value, '', (within, path) =>
    typeof within === 'object' && within !== null && Object.hasOwn(within, PROTOTYPE_NAME) ? fieldIn(path, PROTOTYPE_NAME) : null,
  );

/** What would be lost of text that is JSON, in a sentence for whoever types it; null if nothing would. @throws SyntaxError */
export function lossIn(text: string): string | null {
  try {
    const value = parseExactJson(text);
    const inexact = firstPath(value, '', (within, path) => (isInexact(within) ? path : null));
    if (inexact !== null) return inexact === '' ? INEXACT_NUMBER : `${inexact}: ${INEXACT_NUMBER}`;
    const reserved = prototypeFieldPath(value);
    return reserved === null ? null : `${reserved}: ${RESERVED_NAME}`;
  } catch (error) {
    if (error instanceof DuplicateNameError) return error.message;
    throw error;
  }
}

const fieldIn = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

type Check = (value: unknown, path: string) => string | null;

function firstPath(value: unknown, path: string, check: Check): string | null {
  const found = check(value, path);
  if (found !== null || value === null || typeof value !== 'object' || value instanceof InexactNumber) return found;
  const items = Array.isArray(value)
    ? value.map((item: unknown, index) => [`${path}[${index}]`, item] as const)
    : Object.entries(value).map(([name, item]) => [fieldIn(path, name), item] as const);
  for (const [at, item] of items) {
    const inside = firstPath(item, at, check);
    if (inside !== null) return inside;
  }
  return null;
}
