/** Splits a move into steps, including empty ones, with what fell due in each. */
import type { ClockMoveDetail } from '@/contract/clock-move';
import { namesIn } from '@/domain/fields';
import type { HappeningKind, TimelineStep } from '@/domain/sandbox/timeline';
import { HAPPENING_WORDS } from './happening-words';

export interface Step {
  /** ISO, midnight UTC. */
  readonly start: string;
  readonly done: number;
  readonly failed: number;
}

/** More bars than this could not be told apart. */
const MOST = 400;

const LABELS: Readonly<Record<TimelineStep, Intl.DateTimeFormat>> = {
  DAY: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
  MONTH: new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  YEAR: new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'UTC' }),
};

export const stepLabel = (step: TimelineStep, start: string): string => LABELS[step].format(Date.parse(start));

/** The end of the step that starts at `start`, which is the start of the next. */
export function nextStep(step: TimelineStep, start: string): string {
  const date = new Date(start);
  if (step === 'DAY') date.setUTCDate(date.getUTCDate() + 1);
  else if (step === 'MONTH') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.toISOString();
}

function beginOf(step: TimelineStep, at: string): string {
  const kept = { DAY: 10, MONTH: 7, YEAR: 4 }[step];
  return new Date(`${at.slice(0, kept)}${'-01-01'.slice(kept === 4 ? 0 : kept === 7 ? 3 : 6)}T00:00:00Z`).toISOString();
}

/** @param only counts just this kind. */
export function stepsOf({ step, from, to, reached, timeline }: ClockMoveDetail, only: HappeningKind | null): Step[] {
  const counted = timeline.map(({ start, counts }) => ({ start, ...totals(counts, only) }));
  const known = new Map(counted.map((one) => [one.start, one]));
  const all: Step[] = [];
  for (let start = beginOf(step, from); start <= (reached ?? to) && all.length <= MOST; start = nextStep(step, start))
    all.push(known.get(start) ?? { start, done: 0, failed: 0 });
  return all.length <= MOST ? all : counted;
}

function totals(counts: ClockMoveDetail['timeline'][number]['counts'], only: HappeningKind | null): Omit<Step, 'start'> {
  const sum = { done: 0, failed: 0 };
  for (const kind of namesIn(counts))
    if (only === null || kind === only) sum[HAPPENING_WORDS[kind].failed ? 'failed' : 'done'] += counts[kind] ?? 0;
  return sum;
}

/** The total of each kind over the whole move; kinds that did not occur are left out. */
export function totalsOf({ timeline }: ClockMoveDetail): ReadonlyMap<HappeningKind, number> {
  const sums = new Map<HappeningKind, number>();
  for (const kind of namesIn(HAPPENING_WORDS)) {
    const sum = timeline.reduce((before, { counts }) => before + (counts[kind] ?? 0), 0);
    if (sum > 0) sums.set(kind, sum);
  }
  return sums;
}
