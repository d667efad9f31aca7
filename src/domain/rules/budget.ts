/**
 * Applies budgets: limits on the credits of an asset by a rule, or by all rules of a campaign, per period, for the program as a whole
 * or for each recipient, and what is left of them at an instant of the organization's clock.
 */
import { present } from '@/domain/assert';
import { cronSchedule } from '@/domain/cron';
import { parseDuration } from '@/domain/duration';
import { Amount, amountOf, ZERO } from '@/domain/money';

export const BUDGET_SCOPES = ['PROGRAM', 'PARTICIPANT'] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];
export const BUDGET_SCHEDULES = ['CRON', 'INTERVAL'] as const;

/** A budget as written and stored. Without a schedule it lasts as long as the rule. */
export interface BudgetSource {
  readonly asset_id: string;
  readonly scope: BudgetScope;
  readonly limit: string;
  readonly schedule_type: (typeof BUDGET_SCHEDULES)[number] | null;
  readonly cron_expression?: string;
  readonly interval?: string;
}

/** From `start` to `end` (exclusive); a period without end lasts as long as the rule. */
interface BudgetPeriod {
  readonly start: Date;
  readonly end: Date | null;
}

export interface CompiledBudget {
  readonly source: BudgetSource;
  readonly limit: Amount;
  /** The period that contains `now`. */
  readonly period: (now: Date) => BudgetPeriod;
}

/** The amount credited in the period that began at `periodStart`. */
export interface BudgetUsage {
  readonly periodStart: Date;
  readonly consumed: Amount;
}

/** @param createdAt when the rule was created: intervals count from then. */
export function compileBudget(source: BudgetSource, createdAt: Date): CompiledBudget {
  return { source, limit: amountOf(source.limit), period: remembering(periodsOf(source, createdAt)) };
}

function periodsOf({ schedule_type, cron_expression = '', interval = '' }: BudgetSource, createdAt: Date): (now: Date) => BudgetPeriod {
  if (schedule_type === 'CRON') {
    const schedule = cronSchedule(cron_expression);
    return (now) => ({ start: schedule.latest(now), end: schedule.next(now) });
  }
  if (schedule_type === null) return () => ({ start: createdAt, end: null });
  const length = present(parseDuration(interval), 'a budget that is not by cron has a duration as its interval');
  return (now) => {
    const start = createdAt.getTime() + Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / length)) * length;
    return { start: new Date(start), end: new Date(start + length) };
  };
}

/** Periods are long and looked up often, so the last one found is reused for as long as it lasts. */
function remembering(periodAt: (now: Date) => BudgetPeriod): (now: Date) => BudgetPeriod {
  let last: BudgetPeriod | null = null;
  return (now) => {
    if (last === null || now < last.start || (last.end !== null && now >= last.end)) last = periodAt(now);
    return last;
  };
}

/**
 * What counts against the limit in `period`: nothing once the period of the usage has ended. After a
 * change of schedule, usage that began within the new period still counts.
 */
export function consumedIn({ start }: BudgetPeriod, usage: BudgetUsage | undefined): Amount {
  return usage && usage.periodStart >= start ? usage.consumed : ZERO;
}

/** Identifies one count: a budget and whoever it is counted for. */
export type BudgetKey = `${string}:${string}:${BudgetScope}:${string}`;

/** Whose budgets there are: a rule's own, and a campaign's, which limits all of its rules together. */
export type BudgetOwner = 'RULE' | 'CAMPAIGN';

/** What a credit takes from one budget. */
export interface BudgetUse {
  readonly owner: BudgetOwner;
  /** Of the rule or the campaign. */
  readonly ownerId: string;
  readonly assetId: string;
  readonly scope: BudgetScope;
  /** The program for PROGRAM, the participant or group that is credited for PARTICIPANT. */
  readonly holderId: string;
  readonly periodStart: Date;
  readonly limit: Amount;
  readonly amount: Amount;
}

export const budgetKey = ({
  ownerId,
  assetId,
  scope,
  holderId,
}: Pick<BudgetUse, 'ownerId' | 'assetId' | 'scope' | 'holderId'>): BudgetKey => `${ownerId}:${assetId}:${scope}:${holderId}`;

interface WithBudgets {
  readonly id: string;
  readonly budgets: readonly CompiledBudget[];
}

/** A rule with its own budgets and, if it belongs to a campaign, with those of the campaign. */
interface LimitedRule extends WithBudgets {
  readonly campaign: WithBudgets | null;
}

export type OwnedBudget = Pick<BudgetUse, 'owner' | 'ownerId'> & { readonly budget: CompiledBudget };

/** Every budget that limits the credits of a rule. */
export const budgetsOn = ({ id, budgets, campaign }: LimitedRule): OwnedBudget[] => [
  ...budgets.map((budget) => ({ owner: 'RULE' as const, ownerId: id, budget })),
  ...(campaign === null ? [] : campaign.budgets.map((budget) => ({ owner: 'CAMPAIGN' as const, ownerId: campaign.id, budget }))),
];

type UsageOf = (key: BudgetKey) => BudgetUsage | undefined;

/** A credit that a rule is about to make. */
interface CreditRequest {
  readonly assetId: string;
  readonly programId: string;
  /** The participant or group that is credited. */
  readonly recipientId: string;
  /** Within the scale of the asset, as the limits are. */
  readonly amount: Amount;
  readonly now: Date;
}

/** Every budget of some rules and of their campaigns, once. */
export const budgetsAmong = (rules: readonly LimitedRule[]): OwnedBudget[] => [
  ...new Map(rules.flatMap(budgetsOn).map((owned) => [owned.budget, owned])).values(),
];

/** How much of a credit the budgets on its rule allow, possibly zero, and what that takes from each of them. */
interface BudgetAllowance {
  readonly amount: Amount;
  readonly uses: readonly BudgetUse[];
}

/** The budget with the least left, among those that apply to the credit, decides. */
export function allowance(rule: LimitedRule, request: CreditRequest, usageOf: UsageOf): BudgetAllowance {
  const { assetId, programId, recipientId, now } = request;
  const counts = budgetsOn(rule)
    .filter(({ budget }) => budget.source.asset_id === assetId)
    .map(({ owner, ownerId, budget: { source, limit, period } }) => {
      const { scope } = source;
      const count = { owner, ownerId, assetId, scope, holderId: scope === 'PROGRAM' ? programId : recipientId };
      const current = period(now);
      return { ...count, periodStart: current.start, limit, rest: limit.minus(consumedIn(current, usageOf(budgetKey(count)))) };
    });
  const amount = Amount.max(ZERO, Amount.min(request.amount, ...counts.map(({ rest }) => rest)));
  return { amount, uses: amount.isZero() ? [] : counts.map(({ rest: _, ...use }) => ({ ...use, amount })) };
}

/** The usage of a budget after `use`. */
export function advanceUsage(
  usage: BudgetUsage | undefined,
  { periodStart, amount }: Pick<BudgetUse, 'periodStart' | 'amount'>,
): BudgetUsage {
  if (!usage || usage.periodStart < periodStart) return { periodStart, consumed: amount };
  return { periodStart: usage.periodStart, consumed: usage.consumed.plus(amount) };
}

/** The usage of a budget after what was used of it in one period is given back; unchanged once another period has begun. */
export function afterReturn(
  usage: BudgetUsage | undefined,
  { periodStart, amount }: Pick<BudgetUse, 'periodStart' | 'amount'>,
): BudgetUsage | undefined {
  if (usage?.periodStart.getTime() !== periodStart.getTime()) return usage;
  return { periodStart, consumed: Amount.max(ZERO, usage.consumed.minus(amount)) };
}
