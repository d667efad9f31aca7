/** Lays out a time axis of whole calendar units in UTC: the position of an instant, and the few ticks labelled below. */

export interface Axis {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

/** In percent of the axis; instants beyond it are clamped to its ends. */
export function placeOn({ from, to }: Axis, at: number): number {
  if (to <= from) return 0;
  return Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
}

/** From the first to the last of `times`, at least one day long, with a little room at the end. */
export function axisOver(times: readonly number[]): Axis {
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const length = Math.max(to - from, DAY_MS);
  return { from, to: from + length * 1.03 };
}

const STEPS = [
  { days: 1, months: 0, format: { day: 'numeric', month: 'short' } },
  { days: 7, months: 0, format: { day: 'numeric', month: 'short' } },
  { days: 0, months: 1, format: { month: 'short', year: '2-digit' } },
  { days: 0, months: 3, format: { month: 'short', year: '2-digit' } },
  { days: 0, months: 12, format: { year: 'numeric' } },
  { days: 0, months: 60, format: { year: 'numeric' } },
  { days: 0, months: 240, format: { year: 'numeric' } },
  { days: 0, months: 1200, format: { year: 'numeric' } },
  { days: 0, months: 24_000, format: { year: 'numeric' } },
] as const;

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** At most `most` ticks on calendar boundaries, evenly stepped. */
export function ticksOf(axis: Axis, most: number): Tick[] {
  for (const { days, months, format } of STEPS) {
    const times = days > 0 ? everyDays(axis, days) : everyMonths(axis, months);
    if (times.length > most) continue;
    const text = new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' });
    return times.map((at) => ({ at, text: text.format(at) }));
  }
  return [];
}

/** More ticks than any chart asks for; a step that reaches this limit is skipped for a longer one. */
const LIMIT = 100;

function everyDays({ from, to }: Axis, days: number): number[] {
  const step = days * DAY_MS;
  const times: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && times.length < LIMIT; at += step) times.push(at);
  return times;
}

function everyMonths({ from, to }: Axis, months: number): number[] {
  const start = new Date(from);
  const times: number[] = [];
  let month = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  for (;;) {
    const at = new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);
    if (at > to || times.length >= LIMIT) return times;
    if (at >= from) times.push(at);
    month += months;
  }
}
