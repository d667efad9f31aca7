/** Parses, formats and tells durations such as "30d" or "1w2d12h" (contract: "Durations"); days have 24 hours, weeks 7 days. */

const UNIT_MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
type Unit = keyof typeof UNIT_MILLISECONDS;

const DURATION = /^(?:\d{1,9}[smhdw])+$/;
const PART = /(\d+)([smhdw])/g;
/** One hundred years: longer than any lot lives, far below the largest date. */
const MAX_MILLISECONDS = 100 * 366 * UNIT_MILLISECONDS.d;

/** The shortest text of a whole number of seconds, in days and below: "90d", "1d12h". Reads back as the same duration. */
export function formatDuration(milliseconds: number): string {
  const parts = (['d', 'h', 'm', 's'] as const).reduce<{ text: string; left: number }>(
    ({ text, left }, unit) => {
      const count = Math.floor(left / UNIT_MILLISECONDS[unit]);
      return { text: count > 0 ? `${text}${count}${unit}` : text, left: left - count * UNIT_MILLISECONDS[unit] };
    },
    { text: '', left: milliseconds },
  );
  return parts.text;
}

/** A positive duration in milliseconds, or null when the text is not one. Units may be combined, each at most once. */
export function parseDuration(text: string): number | null {
  if (!DURATION.test(text)) return null;
  const seen = new Set<Unit>();
  let total = 0;
  for (const [, count, letter] of text.matchAll(PART)) {
    // The pattern takes the letters of units only.
    const unit = letter as Unit;
    if (seen.has(unit)) return null;
    seen.add(unit);
    total += Number(count) * UNIT_MILLISECONDS[unit];
  }
  return total > 0 && total <= MAX_MILLISECONDS ? total : null;
}

const UNIT_NAMES: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week' };

/** "1w2d" as "1 week 2 days"; text that is not a duration stays unchanged. */
export function durationText(duration: string): string {
  const parts = [...duration.matchAll(PART)];
  if (parts.map(([part]) => part).join('') !== duration) return duration;
  return parts.map(([, count, unit = '']) => `${count} ${UNIT_NAMES[unit]}${count === '1' ? '' : 's'}`).join(' ');
}
