/** Reads and writes JSON where strings are common: input that is not other JSON, or would not be kept as such, stands for itself as a string. */
import { exactJsonFault } from '@/domain/exact-json';
import type { JsonValue } from '@/domain/rules/activation';

const parsed = (text: string): JsonValue | undefined => (exactJsonFault(text) === null ? (JSON.parse(text) as JsonValue) : undefined);

export function jsonOrText(text: string): JsonValue {
  const value = parsed(text);
  return value === undefined ? text : value;
}

/** The text that parses back to `value`. */
export const textOfJson = (value: JsonValue): string =>
  typeof value === 'string' && parsed(value) === undefined ? value : JSON.stringify(value);
