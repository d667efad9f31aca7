/** Says how far a participant is in the present round of a challenge, and what is still missing: as data and as one plain sentence. */
import { amountOf, formatDecimal, ZERO, type Amount } from '@/domain/money';
import { listed, quoted } from '@/domain/rules/sentence/phrases';
import type { Goal, StreakUnit } from './goal';
import { unitAt, unitEnd, unitName } from './periods';
import { runningStreak, streaksIn } from './streak';
import { attainmentOf, hitsOf, isReached, type Attainment, type Tally } from './tally';

interface MissingStep {
  /** Null for a goal without steps. */
  readonly step: string | null;
  readonly name: string | null;
  readonly progress: Amount;
  readonly target: Amount;
}

interface StreakStanding {
  readonly unit: StreakUnit;
  readonly current: number;
  readonly best: number;
  readonly graceLeft: number;
  readonly continuesUntil: Date | null;
  readonly timezone: string;
  readonly days: readonly { readonly day: string; readonly count: number; readonly done: boolean }[];
}

export interface Standing {
  readonly attainment: Attainment;
  /** Of the present round; of a streak, the one that can still go on. */
  readonly progress: Amount;
  readonly steps: readonly MissingStep[];
  readonly streak: StreakStanding | null;
  readonly partsReached: readonly number[];
}

interface Measured {
  readonly goal: Goal;
  readonly maxRounds: number;
  readonly parts: readonly number[];
}

/** How many days or weeks of a streak are told. */
const TOLD_UNITS: Readonly<Record<StreakUnit, number>> = { DAY: 56, WEEK: 26 };

/** @param zone that of the participant. */
export function standingOf({ goal, maxRounds, parts }: Measured, tally: Tally, { now, zone }: { now: Date; zone: string }): Standing {
  const attainment = attainmentOf(goal, maxRounds, tally);
  const isDone = attainment.rounds >= maxRounds;
  const streak = goal.type === 'STREAK' ? streakStanding(goal, tally, maxRounds, { now, zone }) : null;
  const progress = streak && !isDone ? amountOf(streak.current) : attainment.within;
  const reached = parts.filter((part) => isReached(attainment, { round: attainment.rounds + (isDone ? 0 : 1), part }));
  return {
    attainment,
    progress,
    steps: missingSteps(goal, attainment, tally, progress),
    streak,
    partsReached: isDone ? [...reached, 100] : reached,
  };
}

function missingSteps(goal: Goal, { rounds, maxRounds, target }: Attainment, { counts }: Tally, progress: Amount): MissingStep[] {
  if (goal.type !== 'STEPS') return [{ step: null, name: null, progress, target }];
  return goal.steps.map(({ key, name, target: wanted }) => {
    const done = rounds >= maxRounds ? wanted : Math.min(wanted, (counts.get(key) ?? 0) - rounds * wanted);
    return { step: key, name, progress: amountOf(done), target: amountOf(wanted) };
  });
}

function streakStanding(
  goal: Goal & { readonly type: 'STREAK' },
  tally: Tally,
  maxRounds: number,
  { now, zone }: { now: Date; zone: string },
): StreakStanding {
  const { unit } = goal;
  const present = unitAt(unit, now, zone);
  const hits = hitsOf(goal, tally);
  const { best, lastEnd } = streaksIn(hits, goal, maxRounds);
  const open = hits.filter((hit) => lastEnd === null || hit > lastEnd);
  const { length, graceLeft } = runningStreak(open, goal, present);
  const mayMiss = open.includes(present) ? graceLeft + 1 : graceLeft;
  const told = TOLD_UNITS[unit];
  return {
    unit,
    current: length,
    best,
    graceLeft,
    continuesUntil: length === 0 ? null : unitEnd(unit, present + mayMiss, zone),
    timezone: zone,
    days: Array.from({ length: told }, (_, place) => {
      const number = present - told + 1 + place;
      const count = tally.counts.get(String(number)) ?? 0;
      return { day: unitName(unit, number), count, done: count >= goal.min_per_unit };
    }),
  };
}

/** `3 more events are missing.` */
export function missingSentence(goal: Goal, { attainment: { rounds, maxRounds }, steps, streak }: Standing): string {
  if (rounds >= maxRounds) return maxRounds === 1 ? 'It is completed.' : `It is completed ${rounds} times, which is as often as it can be.`;
  const open = steps.flatMap((step) => {
    const left = step.target.minus(step.progress);
    return left.gt(ZERO) ? [{ ...step, left }] : [];
  });
  if (goal.type === 'STEPS') {
    const words = open.map(({ name, left }) => `${quoted(name ?? '')}${left.eq(1) ? '' : ` ${formatDecimal(left)} times`}`);
    return `Still missing: ${listed(words)}.`;
  }
  const [first] = open;
  if (!first) return 'Nothing is missing.';
  const isOne = first.left.eq(1);
  const what = { COUNT: 'event', SUM: '', DISTINCT: 'different value', STREAK: streak?.unit === 'WEEK' ? 'week' : 'day' }[goal.type];
  const noun = what === '' ? '' : ` ${what}${isOne ? '' : 's'}`;
  return `${formatDecimal(first.left)} more${noun}${goal.type === 'STREAK' ? ' in a row' : ''} ${isOne ? 'is' : 'are'} missing.`;
}
