/**
 * The budgets of a rule: what its credits of an asset may come to in one period, for the program as a
 * whole or for each recipient, and what is left of that at an instant of the organization's clock.
 */
import { cronSchedule } from '@/domain/cron';
import { parseDuration } from '@/domain/duration';
import { amountOf, ZERO, type Amount } from '@/domain/money';

export const BUDGET_SCOPES = ['PROGRAM', 'PARTICIPANT'] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];
export const BUDGET_SCHEDULES = ['CRON', 'INTERVAL'] as const;

/** A budget as it is written and stored. Without a schedule it lasts as long as the rule. */
export interface BudgetSource {
  readonly asset_id: string;
  readonly scope: BudgetScope;
  readonly limit: string;
  readonly schedule_type: (typeof BUDGET_SCHEDULES)[number] | null;
  readonly cron_expression?: string;
  readonly interval?: string;
}

/** From `start` up to but not at `end`; a period without end lasts as long as the rule. */
export interface BudgetPeriod {
  readonly start: Date;
  readonly end: Date | null;
}

export interface CompiledBudget {
  readonly source: BudgetSource;
  readonly limit: Amount;
  /** The period that `now` lies in. */
  readonly period: (now: Date) => BudgetPeriod;
}

/** What was credited in the period that began at `periodStart`. */
export interface BudgetUsage {
  readonly periodStart: Date;
  readonly consumed: Amount;
}

/** @param createdAt when the rule was made: intervals count from then. */
export function compileBudget(source: BudgetSource, createdAt: Date): CompiledBudget {
  return { source, limit: amountOf(source.limit), period: remembering(periodsOf(source, createdAt)) };
}

function periodsOf({ schedule_type, cron_expression = '', interval = '' }: BudgetSource, createdAt: Date): (now: Date) => BudgetPeriod {
  if (schedule_type === 'CRON') {
    const schedule = cronSchedule(cron_expression);
    return (now) => ({ start: schedule.latest(now), end: schedule.next(now) });
  }
  if (schedule_type === null) return () => ({ start: createdAt, end: null });
  const length = parseDuration(interval)!;
  return (now) => {
    const start = createdAt.getTime() + Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / length)) * length;
    return { start: new Date(start), end: new Date(start + length) };
  };
}

/** Periods are long and asked for often: the last one found answers for as long as it lasts. */
function remembering(periodAt: (now: Date) => BudgetPeriod): (now: Date) => BudgetPeriod {
  let last: BudgetPeriod | null = null;
  return (now) => {
    if (last === null || now < last.start || (last.end !== null && now >= last.end)) last = periodAt(now);
    return last;
  };
}

/**
 * What counts against the limit in `period`: nothing once the period of the usage has ended. When the
 * schedule was changed, usage that began within the new period goes on counting.
 */
export function consumedIn({ start }: BudgetPeriod, usage: BudgetUsage | undefined): Amount {
  return usage && usage.periodStart >= start ? usage.consumed : ZERO;
}
