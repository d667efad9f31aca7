/** Bounds what a rule can credit whatever happens: by one event, from its templates and budgets, and within a month, from its budgets. */
import type { AssetTerms } from '@/domain/ledger/accounts';
import { Amount, sumAmounts, truncateToScale, ZERO } from '@/domain/money';
import { issues } from '../actions/catalog';
import { upperBound } from '../analyse/bounds';
import { Logic } from '../analyse/logic';
import { consumedIn, type BudgetUsage, type CompiledBudget } from '../budget';
import type { CompiledRule } from '../rule';
import { periodsWithin } from './sums';

const MONTH_MS = 30 * 86_400_000;

/** What sets the limit: the amounts as written, a budget, or the largest amount that the asset can be moved by. */
export const LIMITED_BY = ['AMOUNT', 'BUDGET', 'ASSET'] as const;

export interface WorstCase {
  readonly assetId: string;
  /** The most that one event can credit; null without an upper limit. */
  readonly event: { readonly most: Amount; readonly limitedBy: (typeof LIMITED_BY)[number] } | null;
  /** The most that all events of the next 30 days can credit; null without an upper limit. */
  readonly month: Amount | null;
}

interface Present {
  readonly assets: ReadonlyMap<string, AssetTerms>;
  readonly now: Date;
  /** What the PROGRAM budget of an asset has given, by asset. */
  readonly usage: ReadonlyMap<string, BudgetUsage>;
}

/** For each asset that the rule credits, in the order of its actions. */
export function worstCases(rule: CompiledRule, { assets, now, usage }: Present): WorstCase[] {
  const ids = new Set(rule.actions.flatMap(({ source }) => (issues(source) ? [source.asset_id] : [])));
  return [...ids].flatMap((assetId): WorstCase[] => {
    const asset = assets.get(assetId);
    if (!asset) return [];
    const budgets = rule.budgets.filter(({ source }) => source.asset_id === assetId);
    const budget = budgets.find(({ source }) => source.scope === 'PROGRAM');
    return [{ assetId, event: ofOneEvent(rule, asset, budgets), month: budget ? ofNextMonth(budget, now, usage.get(assetId)) : null }];
  });
}

function ofOneEvent(rule: CompiledRule, asset: AssetTerms, budgets: readonly CompiledBudget[]): WorstCase['event'] {
  const logic = Logic.of(rule.condition);
  if (logic.constant === false) return { most: ZERO, limitedBy: 'AMOUNT' };
  const credits = rule.actions.flatMap(({ source, templates }) => {
    const template = templates.get('amount');
    return issues(source) && source.asset_id === asset.id && template ? [upperBound(template, logic)] : [];
  });
  const { maxTransactionAmount: largest } = asset;
  const written = credits.every((bound) => bound !== null)
    ? { most: sumAmounts(credits.map((bound) => Amount.max(ZERO, truncateToScale(bound, asset.scale)))), limitedBy: 'AMOUNT' as const }
    : null;
  const movable = largest && {
    most: sumAmounts(credits.map((bound) => (bound?.lessThan(largest) ? bound : largest))),
    limitedBy: 'ASSET' as const,
  };
  const targets = new Set(
    rule.actions.flatMap(({ source }) => (issues(source) && source.asset_id === asset.id ? [JSON.stringify(source.target)] : [])),
  );
  const budgeted = budgets.map(({ source, limit }) => ({
    most: source.scope === 'PROGRAM' ? limit : limit.times(targets.size),
    limitedBy: 'BUDGET' as const,
  }));
  return [written, ...budgeted, movable].reduce<WorstCase['event']>(
    (least, bound) => (bound !== null && (least === null || bound.most.lessThan(least.most)) ? bound : least),
    null,
  );
}

/** What is left of the present period, and the limit of every one that begins meanwhile. */
function ofNextMonth({ limit, period }: CompiledBudget, now: Date, usage: BudgetUsage | undefined): Amount {
  const current = period(now);
  const left = Amount.max(ZERO, limit.minus(consumedIn(current, usage)));
  const until = new Date(now.getTime() + MONTH_MS);
  if (current.end === null || current.end >= until) return left;
  return left.plus(limit.times(periodsWithin(period, current.end, until)));
}

/** When a PROGRAM budget will have nothing left if events go on as they did. */
interface RunOut {
  /** What it gives a day. */
  readonly daily: Amount;
  readonly consumed: Amount;
  readonly periodEnd: Date | null;
  /** Null when it lasts until its period ends, or nothing is asked of it. */
  readonly at: Date | null;
}

/** @param asked what the events of the window asked for, whatever the limits. */
export function runOutOf(
  budget: CompiledBudget,
  { asked, windowMs, now, usage }: { asked: Amount; windowMs: number; now: Date; usage: BudgetUsage | undefined },
): RunOut {
  const current = budget.period(now);
  const consumed = consumedIn(current, usage);
  const left = Amount.max(ZERO, budget.limit.minus(consumed));
  const daily = asked.times(86_400_000).dividedBy(windowMs);
  const found = { daily, consumed, periodEnd: current.end };
  if (left.isZero()) return { ...found, at: now };
  if (asked.isZero()) return { ...found, at: null };
  const remaining = left.times(windowMs).dividedBy(asked);
  const last = (current.end ?? new Date(now.getTime() + FAR_MS)).getTime() - now.getTime();
  return { ...found, at: remaining.lessThan(last) ? new Date(now.getTime() + remaining.toNumber()) : null };
}

/** Beyond a hundred years, no day is named. */
const FAR_MS = 100 * 365 * 86_400_000;
