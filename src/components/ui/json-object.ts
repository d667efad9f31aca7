/** Parses text as a JSON object, none of whose values are changed by it. */
import { lossIn } from '@/domain/exact-json';
import { isRecord } from '@/domain/fields';
import type { JsonRecord } from '@/domain/rules/activation';

/** What is wrong with the text, in a sentence; null if it is a JSON object. */
export function jsonObjectFault(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return 'Must be a JSON object.';
    return lossIn(text);
  } catch {
    return 'Must be a JSON object with quoted names.';
  }
}

/** The object; null if there is a fault. */
export function jsonObjectOf(text: string): JsonRecord | null {
  if (jsonObjectFault(text) !== null) return null;
  return JSON.parse(text) as JsonRecord; // a text without a fault is that of an object
}
