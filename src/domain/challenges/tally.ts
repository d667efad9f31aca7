/** Adds up what counts toward a goal, and takes it away again: progress follows from the set of what counts, whatever the order in which it came. */
import { amountOf, ZERO, type Amount } from '@/domain/money';
import { MAX_DISTINCT, targetOf, type Goal } from './goal';
import { streaksIn } from './streak';

/** What one event counts: an amount, and keys: the steps, the unit of a streak or the distinct value that it stands for. */
export interface CountedPiece {
  readonly amount: Amount;
  readonly keys: readonly string[];
}

export const NOTHING_COUNTED: CountedPiece = { amount: ZERO, keys: [] };

export interface Tally {
  readonly sum: Amount;
  /** How often each key was counted. */
  readonly counts: ReadonlyMap<string, number>;
}

export const EMPTY_TALLY: Tally = { sum: ZERO, counts: new Map() };

/** Keys beyond the most that a goal tells apart are not counted. */
export function added({ type }: Pick<Goal, 'type'>, { sum, counts }: Tally, { amount, keys }: CountedPiece): Tally {
  const after = new Map(counts);
  const most = type === 'DISTINCT' ? MAX_DISTINCT : MAX_UNITS;
  for (const key of keys) if (after.has(key) || after.size < most) after.set(key, (after.get(key) ?? 0) + 1);
  return { sum: sum.plus(amount), counts: after };
}

export function taken({ sum, counts }: Tally, { amount, keys }: CountedPiece): Tally {
  const after = new Map(counts);
  for (const key of keys) {
    const left = (after.get(key) ?? 0) - 1;
    if (left > 0) after.set(key, left);
    else after.delete(key);
  }
  return { sum: sum.minus(amount), counts: after };
}

/** Days of a streak: those of 27 years. */
const MAX_UNITS = 10_000;

/** How far a tally is toward a goal. */
export interface Attainment {
  /** How often the goal is completed, at most as often as it can be. */
  readonly rounds: number;
  readonly maxRounds: number;
  /** What there is of the next round, at most `target`; of the last one, all of it. */
  readonly within: Amount;
  /** What is wanted of a round. */
  readonly target: Amount;
  /** All progress, that of past rounds included. */
  readonly total: Amount;
}

export function attainmentOf(goal: Goal, maxRounds: number, tally: Tally): Attainment {
  const target = amountOf(targetOf(goal));
  const { rounds, within } = measured(goal, maxRounds, tally, target);
  const isDone = rounds >= maxRounds;
  const total = goal.type === 'STEPS' || goal.type === 'STREAK' ? target.times(rounds).plus(within) : countedOf(goal, tally);
  return { rounds: Math.min(rounds, maxRounds), maxRounds, within: isDone ? target : within, target, total };
}

const countedOf = (goal: Goal, { sum, counts }: Tally): Amount => (goal.type === 'DISTINCT' ? amountOf(counts.size) : sum);

function measured(goal: Goal, maxRounds: number, tally: Tally, target: Amount): { rounds: number; within: Amount } {
  if (goal.type === 'STREAK') {
    const { rounds, best } = streaksIn(hitsOf(goal, tally), goal, maxRounds);
    return { rounds, within: amountOf(best) };
  }
  if (goal.type === 'STEPS') {
    const done = goal.steps.map(({ key, target: wanted }) => ({ wanted, count: tally.counts.get(key) ?? 0 }));
    const rounds = Math.min(maxRounds, ...done.map(({ wanted, count }) => Math.floor(count / wanted)));
    const within = done.reduce((sum, { wanted, count }) => sum + Math.min(wanted, count - rounds * wanted), 0);
    return { rounds, within: amountOf(within) };
  }
  const counted = countedOf(goal, tally);
  const rounds = Math.min(maxRounds, counted.div(target).floor().toNumber());
  return { rounds, within: counted.minus(target.times(rounds)) };
}

/** The units of a streak on which enough was done, ascending. */
export const hitsOf = ({ min_per_unit }: Goal & { readonly type: 'STREAK' }, { counts }: Tally): number[] =>
  [...counts].flatMap(([unit, count]) => (count >= min_per_unit ? [Number(unit)] : [])).sort((a, b) => a - b);

/** A part of a round, in percent of the goal; 100 is all of it. */
export interface RoundPart {
  readonly round: number;
  readonly part: number;
}

export function isReached({ rounds, maxRounds, within, target }: Attainment, { round, part }: RoundPart): boolean {
  if (round <= rounds) return true;
  return round === rounds + 1 && round <= maxRounds && within.times(100).gte(target.times(part));
}

/** What is reached after and was not before, in order. @param parts those that are announced, besides 100. */
export function newlyReached(before: Attainment, after: Attainment, parts: readonly number[]): RoundPart[] {
  const found: RoundPart[] = [];
  const all = [...parts, 100];
  for (let round = before.rounds + 1; round <= Math.min(after.rounds + 1, after.maxRounds); round++)
    for (const part of all) if (isReached(after, { round, part }) && !isReached(before, { round, part })) found.push({ round, part });
  return found;
}
