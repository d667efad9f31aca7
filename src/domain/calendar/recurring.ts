/** Lists what comes again and again, up to a bound: periods of budgets, runs of automations, qualification years of tiers. */
import { runAfter, timesInZone, type AutomationTrigger } from '../automations/schedule';
import { amountOf, formatAmount } from '../money';
import { compileBudget, type BudgetSource } from '../rules/budget';
import { scheduleWords } from '../schedules/schedule-words';
import { yearOf } from '../tiers/periods';
import type { YearStart } from '../tiers/tier';
import { CALENDAR_LISTED_MAX } from './bounds';
import { intersects, type TimeSpan } from './days';
import { dated, quoted, type CalendarFrame, type DatedItem, type LeftOut } from './item';
import { windowOf, type DatedRule } from './windows';

/** As many are counted, all schedules of an answer together. */
const COUNTED_MAX = 20_000;
/** As many are counted of one schedule. */
const COUNTED_EACH = 1_000;

/** How many of each schedule are counted if there are `schedules` of them. */
export const countedEach = (schedules: number): number =>
  Math.max(CALENDAR_LISTED_MAX, Math.min(COUNTED_EACH, Math.floor(COUNTED_MAX / Math.max(1, schedules))));

interface Recurrence {
  readonly items: readonly DatedItem[];
  readonly leftOut: readonly LeftOut[];
}

function listed<Time>(
  times: Iterable<Time>,
  counted: number,
  source: Pick<LeftOut, 'kind' | 'id' | 'name'>,
  item: (time: Time) => DatedItem,
): Recurrence {
  const items: DatedItem[] = [];
  let count = 0;
  let atLeast = false;
  for (const time of times) {
    if (count === counted) {
      atLeast = true;
      break;
    }
    if (count < CALENDAR_LISTED_MAX) items.push(item(time));
    count += 1;
  }
  const more = count - items.length + (atLeast ? 1 : 0);
  return { items, leftOut: more === 0 ? [] : [{ ...source, count: more, atLeast }] };
}

export interface BudgetedRule extends DatedRule {
  readonly createdAt: Date;
  readonly budgets: readonly BudgetSource[];
}

interface AssetName {
  readonly symbol: string;
  readonly scale: number;
}

/** The periods of one budget while its rule is active; a budget for the life of its rule has none. */
export function budgetItems(frame: CalendarFrame, rule: BudgetedRule, budget: BudgetSource, asset: AssetName, counted: number): Recurrence {
  const { id, name, status } = rule;
  const amount = formatAmount(amountOf(budget.limit), asset.scale);
  const whom = budget.scope === 'PROGRAM' ? '' : ' to each recipient';
  return listed(budgetPeriods(frame, rule, budget), counted, { kind: 'BUDGET', id, name }, ({ from, to }) => {
    const sentence = `The rule ${quoted(name)} gives at most ${amount} ${asset.symbol}${whom} ${frame.words.period({ from, to })}.`;
    return dated({ kind: 'BUDGET', id, name, status, from, to, assetId: budget.asset_id, amount, sentence });
  });
}

function* budgetPeriods({ from, to }: CalendarFrame, rule: BudgetedRule, budget: BudgetSource): Generator<TimeSpan> {
  if (budget.schedule_type === null) return;
  const { period } = compileBudget(budget, rule.createdAt);
  const window = windowOf(rule);
  const first = new Date(Math.max(from.getTime(), rule.createdAt.getTime(), window.from?.getTime() ?? 0));
  const last = window.to !== null && window.to < to ? window.to : to;
  for (let at: Date | null = first; at !== null && at < last;) {
    const current: { start: Date; end: Date | null } = period(at);
    yield { from: current.start, to: current.end };
    at = current.end;
  }
}

interface ScheduledAutomation {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly trigger: AutomationTrigger;
  readonly nextRunAt: Date | null;
}

/** The runs that are still to come. */
export function automationItems(frame: CalendarFrame, automation: ScheduledAutomation, counted: number): Recurrence {
  const { id, name, status, trigger } = automation;
  const schedule = scheduleWords(trigger);
  return listed(runsOf(frame, automation), counted, { kind: 'AUTOMATION', id, name }, (at) => {
    const sentence = `The automation ${quoted(name)} runs ${frame.words.on(at)} (${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}).`;
    return dated({ kind: 'AUTOMATION', id, name, status, from: at, to: at, sentence });
  });
}

function* runsOf({ from, to }: CalendarFrame, { trigger, nextRunAt }: ScheduledAutomation): Generator<Date> {
  if (nextRunAt === null) return;
  const { cron_expression: cron, timezone } = trigger;
  const next = cron === null ? null : timesInZone(cron, timezone);
  let at = nextRunAt < from ? runAfter(trigger, new Date(from.getTime() - 1)) : nextRunAt;
  while (at !== null && at < to) {
    yield at;
    at = next === null ? null : next(at);
  }
}

interface YearlyTier {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly status: string;
  readonly year: YearStart;
}

/** The qualification years that have a part in the time shown; each begins and ends at midnight UTC. */
export function tierItems(frame: CalendarFrame, { id, key, name, status, year }: YearlyTier): readonly DatedItem[] {
  const items: DatedItem[] = [];
  for (let at = frame.from; at < frame.to;) {
    const { start: from, end: to } = yearOf(year, at);
    const sentence = `A qualification year of the tier ${quoted(name)} lasts ${frame.words.period({ from, to })}; then levels are decided anew.`;
    if (intersects({ from, to }, frame.from, frame.to)) items.push(dated({ kind: 'TIER', id, key, name, status, from, to, sentence }));
    at = to;
  }
  return items;
}
