/** Lists what comes again and again: periods of budgets, runs of automations, qualification years of tiers. What comes often is told by day. */
import { runAfter, timesInZone, type AutomationTrigger } from '../automations/schedule';
import { present } from '../assert';
import { amountOf, formatAmount } from '../money';
import { compileBudget, type BudgetSource } from '../rules/budget';
import { scheduleWords } from '../schedules/schedule-words';
import { yearOf } from '../tiers/periods';
import type { YearStart } from '../tiers/tier';
import { CALENDAR_LISTED_MAX } from './bounds';
import { intersects, type TimeSpan } from './days';
import { dated, quoted, shownPart, type CalendarFrame, type DatedItem } from './item';
import { windowOf, type DatedRule } from './windows';

/** As many are counted, all schedules of an answer together. */
const COUNTED_MAX = 20_000;
/** As many are counted of one schedule: those of every hour in two months, and more. */
const COUNTED_EACH = 2_000;

/** How many of each schedule are counted if there are `schedules` of them. */
export const countedEach = (schedules: number): number =>
  Math.max(CALENDAR_LISTED_MAX, Math.min(COUNTED_EACH, Math.floor(COUNTED_MAX / Math.max(1, schedules))));

/** How a schedule is told: each time, its times of a day, or all of them at once where they are too many to count. */
interface Telling<Time> {
  readonly startOf: (time: Time) => Date;
  readonly each: (time: Time) => DatedItem;
  readonly onDay: (span: TimeSpan, day: string, count: number) => DatedItem;
  readonly always: (span: TimeSpan) => DatedItem;
}

function told<Time>(frame: CalendarFrame, times: Iterable<Time>, counted: number, telling: Telling<Time>): readonly DatedItem[] {
  const found: Time[] = [];
  for (const time of times) {
    found.push(time);
    if (found.length > counted)
      return [telling.always({ from: later(telling.startOf(present(found[0], 'it was just found')), frame.from), to: frame.to })];
  }
  if (found.length <= CALENDAR_LISTED_MAX) return found.map(telling.each);
  const onDays = Map.groupBy(found, (time) => {
    const at = later(telling.startOf(time), frame.from);
    return frame.days.findIndex(({ start, end }) => start <= at && at < end);
  });
  return [...onDays].flatMap(([index, { length }]) => {
    const day = frame.days[index];
    return day ? [telling.onDay(shownPart(frame, day), frame.words.moment(day.start), length)] : [];
  });
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

export interface BudgetedRule extends DatedRule {
  readonly createdAt: Date;
  readonly budgets: readonly BudgetSource[];
}

interface AssetName {
  readonly symbol: string;
  readonly scale: number;
}

/** The periods of one budget while its rule is active; a budget for the life of its rule has none. */
export function budgetItems(
  frame: CalendarFrame,
  rule: BudgetedRule,
  budget: BudgetSource,
  asset: AssetName,
  counted: number,
): readonly DatedItem[] {
  const { id, name, status } = rule;
  const amount = formatAmount(amountOf(budget.limit), asset.scale);
  const whom = budget.scope === 'PROGRAM' ? '' : ' to each recipient';
  const limit = `The rule ${quoted(name)} gives at most ${amount} ${asset.symbol}${whom}`;
  const item = (span: TimeSpan, sentence: string, count: number | null = null): DatedItem =>
    dated({ kind: 'BUDGET', id, name, status, ...span, assetId: budget.asset_id, amount, count, sentence });
  return told(frame, budgetPeriods(frame, rule, budget), counted, {
    startOf: (period) => period.from ?? frame.from,
    each: (period) => item(period, `${limit} ${frame.words.period(period)}.`),
    onDay: (span, day, count) => item(span, `${limit} in each of ${count} periods that begin on ${day}.`, count),
    always: (span) => item(span, `${limit} in each of very many periods ${frame.words.period(span)}.`),
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
export function automationItems(frame: CalendarFrame, automation: ScheduledAutomation, counted: number): readonly DatedItem[] {
  const { id, name, status, trigger } = automation;
  const schedule = scheduleWords(trigger);
  const words = `${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}`;
  const item = (span: TimeSpan, sentence: string, count: number | null = null): DatedItem =>
    dated({ kind: 'AUTOMATION', id, name, status, ...span, count, sentence: `The automation ${quoted(name)} runs ${sentence}.` });
  return told(frame, runsOf(frame, automation), counted, {
    startOf: (at) => at,
    each: (at) => item({ from: at, to: at }, `${frame.words.on(at)} (${words})`),
    onDay: (span, day, count) => item(span, `${count} times on ${day} (${words})`, count),
    always: (span) => item(span, `again and again ${frame.words.period(span)} (${words})`),
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
