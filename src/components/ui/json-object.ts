/** Parses text as a JSON object; null if it is not one. */
import type { JsonObject } from '@/domain/rules/activation';

export function jsonObjectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
