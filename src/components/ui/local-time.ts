/** Converts instants to and from `datetime-local` fields, in the browser's time zone. */

const pad = (part: number): string => String(part).padStart(2, '0');

/** @param at an API instant; null gives an empty field. */
export function toLocalInput(at: string | null | undefined): string {
  if (!at) return '';
  const date = new Date(at);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** @returns the instant for the API; null for an empty field. Invalid input is returned unchanged, for the API to refuse. */
export function fromLocalInput(text: string): string | null {
  if (!text) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
