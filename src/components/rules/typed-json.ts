/** Reads and writes JSON where strings are common: input that is not other JSON stands for itself as a string. */
import { lossIn } from '@/domain/exact-json';
import type { JsonValue } from '@/domain/rules/activation';

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // that is what parsed JSON is
  } catch {
    return undefined;
  }
}

export function jsonOrText(text: string): JsonValue {
  const value = parsed(text);
  return value === undefined ? text : value;
}

/** What would be lost of input that is JSON, in a sentence; null if nothing would. */
export const typedLoss = (text: string): string | null => (parsed(text) === undefined ? null : lossIn(text));

/** The text that parses back to `value`. */
export const textOfJson = (value: JsonValue): string =>
  typeof value === 'string' && parsed(value) === undefined ? value : JSON.stringify(value);
