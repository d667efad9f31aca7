/** Says how long something took, in the largest unit that it has at least one of. */
const UNITS = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3_600, name: 'hour' },
  { seconds: 60, name: 'minute' },
] as const;

/** `3 days`, `1 hour`. */
export function durationWords(seconds: number): string {
  const unit = UNITS.find((one) => seconds >= one.seconds);
  if (!unit) return 'under a minute';
  const number = Math.round(seconds / unit.seconds);
  return `${number} ${unit.name}${number === 1 ? '' : 's'}`;
}
