/** The object that a text of JSON is; null when it is none. */
import type { JsonObject } from '@/domain/rules/activation';

export function jsonObjectOf(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
