/** Works out progress a second time, written differently: from all events at once, with no state that is carried from one to the next. */
import type { Goal } from '@/domain/challenges/goal';

/** An event as it is generated: days are numbered from some day. */
export interface Happening {
  readonly id: string;
  readonly at: number;
  readonly amount: number;
  readonly value: string;
  readonly steps: readonly string[];
  readonly order: string | null;
}

interface Refund {
  readonly order: string;
  /** Null: all of it. */
  readonly amount: number | null;
}

/** What each event is still worth, in whole units. */
function worthOf(happenings: readonly Happening[], refunds: readonly Refund[], isSum: boolean): Map<string, number> {
  const worth = new Map(happenings.map((one) => [one.id, isSum ? one.amount : 1]));
  for (const order of new Set(refunds.map((one) => one.order))) {
    const own = happenings.filter((one) => one.order === order).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    let back = refunds.filter((one) => one.order === order).reduce((sum, one) => sum + (one.amount ?? Infinity), 0);
    for (const one of own) {
      const had = worth.get(one.id) ?? 0;
      const gone = isSum ? Math.min(had, back) : back === Infinity ? had : 0;
      worth.set(one.id, had - gone);
      back -= gone;
    }
  }
  return worth;
}

/** The most disjoint streaks, by trying every beginning and end. */
export function mostStreaks(days: readonly number[], target: number, grace: number): number {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  const best = new Array<number>(sorted.length + 1).fill(0);
  for (let end = 1; end <= sorted.length; end++) {
    best[end] = best[end - 1]!;
    for (let start = 0; start + target <= end; start++) {
      const missed = sorted[start + target - 1]! - sorted[start]! + 1 - target;
      if (start + target === end && missed <= grace) best[end] = Math.max(best[end]!, best[start]! + 1);
    }
  }
  return best[sorted.length]!;
}

/** How often a goal is completed. */
export function roundsBy(goal: Goal, most: number, happenings: readonly Happening[], refunds: readonly Refund[]): number {
  const worth = worthOf(happenings, refunds, goal.type === 'SUM');
  const left = happenings.filter((one) => worth.get(one.id)! > 0);
  switch (goal.type) {
    case 'COUNT':
      return Math.min(most, Math.trunc(left.length / goal.target));
    case 'SUM':
      return Math.min(most, Math.trunc(left.reduce((sum, one) => sum + worth.get(one.id)!, 0) / Number(goal.target)));
    case 'DISTINCT':
      return Math.min(most, Math.trunc(new Set(left.map(({ value }) => value)).size / goal.target));
    case 'STEPS': {
      const rounds = goal.steps.map(({ key, target }) => Math.trunc(left.filter(({ steps }) => steps.includes(key)).length / target));
      return Math.min(most, ...rounds);
    }
    case 'STREAK': {
      const days = left.map(({ at }) => at);
      const enough = days.filter((day) => days.filter((other) => other === day).length >= goal.min_per_unit);
      return Math.min(most, mostStreaks(enough, goal.target, goal.grace));
    }
  }
}
