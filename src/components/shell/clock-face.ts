/** Formats instants as the sandbox clock shows them: UTC, with the month as a word. */

const face = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** To the second. @param at milliseconds. */
export const clockFace = (at: number): string => `${face.format(at)} UTC`;

/** To the minute. @param at an instant of the API. */
export const clockMinute = (at: string): string => minute.format(Date.parse(at));
