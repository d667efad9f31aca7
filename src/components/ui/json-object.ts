/** Parses text as a JSON object, none of whose values are changed by it. */
import { exactJsonFault } from '@/domain/exact-json';
import type { JsonObject } from '@/domain/rules/activation';

const isObject = (value: unknown): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);

/** What is wrong with the text, in a sentence; null if it is a JSON object. */
export const jsonObjectFault = (text: string): string | null =>
  exactJsonFault(text) ?? (isObject(JSON.parse(text)) ? null : 'Must be a JSON object.');

/** The object; null if there is a fault. */
export const jsonObjectOf = (text: string): JsonObject | null => (jsonObjectFault(text) === null ? (JSON.parse(text) as JsonObject) : null);
