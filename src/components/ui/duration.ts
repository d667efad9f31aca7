/** A duration of the API, such as `1w2d`, in words. */
const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week' };

/** "1w2d" as "1 week 2 days"; what is no duration stays as it is. */
export function durationText(duration: string): string {
  const parts = [...duration.matchAll(/(\d+)([smhdw])/g)];
  if (parts.map(([part]) => part).join('') !== duration) return duration;
  return parts.map(([, count, unit = '']) => `${count} ${UNITS[unit]}${count === '1' ? '' : 's'}`).join(' ');
}
