/** Formats percentages, counts and durations for the webhook pages. */
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en');
const NONE = '—';

/** @param rate from 0 to 1; null without data. */
export const percent = (rate: number | null): string => (rate === null ? NONE : share.format(rate));
export const wholeNumber = (value: number): string => whole.format(value);
export const milliseconds = (value: number | null): string => (value === null ? NONE : `${whole.format(value)} ms`);
