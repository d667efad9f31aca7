/** Reads and writes JSON where strings are common: input that is not other JSON stands for itself as a string. */
import type { JsonValue } from '@/domain/rules/activation';

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

export function jsonOrText(text: string): JsonValue {
  const value = parsed(text);
  return value === undefined ? text : value;
}

/** The text that parses back to `value`. */
export const textOfJson = (value: JsonValue): string =>
  typeof value === 'string' && parsed(value) === undefined ? value : JSON.stringify(value);
