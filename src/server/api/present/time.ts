/** Presents times in their wire form: RFC 3339 in UTC, with milliseconds. */

export function presentTime(at: Date): string;
export function presentTime(at: Date | null): string | null;
export function presentTime(at: Date | null): string | null {
  return at && at.toISOString();
}
