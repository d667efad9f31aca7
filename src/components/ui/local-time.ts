/** Instants as a `datetime-local` field has them, in the zone of the browser, and back. */

const pad = (part: number): string => String(part).padStart(2, '0');

/** @param at an instant of the API; null gives an empty field. */
export function toLocalInput(at: string | null | undefined): string {
  if (!at) return '';
  const date = new Date(at);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** @returns the instant for the API; null for an empty field. What is no time is returned as it is, for the API to refuse. */
export function fromLocalInput(text: string): string | null {
  if (!text) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
