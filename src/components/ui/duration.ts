/** Puts an API duration, such as `1w2d`, into words. */
const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week' };

/** "1w2d" as "1 week 2 days"; text that is not a duration stays unchanged. */
export function durationText(duration: string): string {
  const parts = [...duration.matchAll(/(\d+)([smhdw])/g)];
  if (parts.map(([part]) => part).join('') !== duration) return duration;
  return parts.map(([, count, unit = '']) => `${count} ${UNITS[unit]}${count === '1' ? '' : 's'}`).join(' ');
}
