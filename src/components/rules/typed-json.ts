/** JSON as one types it where texts are common: a text stands as it is unless it would read as other JSON. */
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

/** The text that reads back as `value`. */
export const textOfJson = (value: JsonValue): string =>
  typeof value === 'string' && parsed(value) === undefined ? value : JSON.stringify(value);
