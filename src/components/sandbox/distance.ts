/** Puts the distance between two clocks into words, in its largest units. */

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

const SHOWN = 2;

/** "31 days, 2 hours". @param distance milliseconds, not negative. */
export function distanceText(distance: number): string {
  let rest = distance;
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.slice(0, SHOWN).join(', ') || 'less than a second';
}
