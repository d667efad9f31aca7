/** Estimates what a draft of a rule costs, from the past events of its program. It only reads, takes no lock, and ends within about a second. */
import type { EstimateRule } from '@/contract/rule-estimate';
import { DomainError } from '@/domain/errors';
import { Amount, amountOf, ZERO } from '@/domain/money';
import type { BudgetUsage } from '@/domain/rules/budget';
import { assumptionsOf, type Assumption } from '@/domain/rules/estimate/assumptions';
import { dayOf } from '@/domain/rules/estimate/sums';
import { totalOf, type AssetEstimate, type EstimateTally } from '@/domain/rules/estimate/tally';
import { worstCases, type WorstCase } from '@/domain/rules/estimate/worst-case';
import type { Ctx } from '@/server/platform/context';
import { closeCursor, openCursor, sealer, type Seal } from '@/server/db/cursor';
import { countedActivity } from '@/server/db/repositories/reports/activity-days';
import { sumRuleDays } from '@/server/db/repositories/reports/rule-days';
import { listProgramUsage } from '@/server/db/repositories/rules/budgets';
import { countPastEvents } from '@/server/db/repositories/rules/past-events';
import { autocommit } from '@/server/db/transaction';
import { loadDraft, pastScopeOf, type DraftedRule, type EstimateWindow } from './draft';
import { latestTouched, type LatestTouched } from './latest-touched';
import { NOTHING_READ, readOn, type ExactProgress } from './read-on';
import { sharedEvents } from './shared-events';
import type { SharedEvents } from '@/domain/rules/estimate/shared-events';
import { takeSample } from './take-sample';
import { deadlineIn, type Deadline } from './try-events';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** When each step of an estimate has to come to its end, from when it begins. */
export interface EstimateTiming {
  readonly sample: () => Deadline;
  readonly latest: () => Deadline;
  readonly shared: () => Deadline;
  readonly exact: () => Deadline;
}

const IN_A_SECOND: EstimateTiming = {
  sample: () => deadlineIn(400),
  latest: () => deadlineIn(150),
  shared: () => deadlineIn(150),
  exact: () => deadlineIn(600),
};

/** What the stored rule really credited, by asset and UTC day. */
type ActualCredits = ReadonlyMap<string, ReadonlyMap<string, Amount>>;

export interface Estimate {
  readonly draft: DraftedRule;
  readonly total: number;
  readonly exact: boolean;
  readonly nextCursor: string | null;
  readonly tally: EstimateTally;
  readonly assets: readonly AssetEstimate[];
  readonly actual: ActualCredits;
  /** What PROGRAM budgets have given until now, by asset. */
  readonly usage: ReadonlyMap<string, BudgetUsage>;
  readonly worstCases: readonly WorstCase[];
  readonly assumptions: readonly Assumption[];
  /** Only with a sample. */
  readonly latest: LatestTouched | null;
  readonly shared: SharedEvents | null;
}

/** @throws DomainError not_found, invalid_status, invalid_cursor, and whatever saving the draft would throw. */
export async function estimateRule(ctx: Ctx, input: EstimateRule, timing: EstimateTiming = IN_A_SECOND): Promise<Estimate> {
  const seal = sealer('rules.estimate', { organizationId: ctx.organization.id, query: input });
  const { window, begun, progress } = placeOf(ctx, input, seal);
  const draft = await loadDraft(ctx, input, window);
  if (begun && begun.version !== draft.configuration.version)
    throw new DomainError('invalid_cursor', 'The rules of the program have changed meanwhile; start again without a cursor.', {
      param: 'cursor',
    });
  const [total, past] = await Promise.all([begun?.total ?? countPastEvents(pastScopeOf(draft)), loadPast(draft)]);
  const common = {
    draft,
    total,
    ...past,
    worstCases: worstCases(draft.rule, { assets: draft.assets, now: window.to, usage: past.usage }),
    assumptions: assumptionsOf(draft.rule, draft.trial, draft.assets),
  };
  if (input.mode === 'SAMPLE') return { ...common, ...(await bySample(draft, total, past.before, timing)) };
  const { tally, next } = await readOn(draft, progress, past.before, timing.exact());
  const keys = [window.to.toISOString(), String(draft.configuration.version), String(total), JSON.stringify(next)];
  const nextCursor = next && closeCursor(keys, seal);
  return { ...common, tally, assets: tally.whole(), exact: next === null, nextCursor, latest: null, shared: null };
}

async function bySample(draft: DraftedRule, total: number, before: ReadonlyMap<string, BudgetUsage>, timing: EstimateTiming) {
  const { tally, sample, whole, touched } = await takeSample(draft, { total, before, isLate: timing.sample() });
  return {
    tally,
    assets: whole ? tally.whole() : tally.scaled(sample),
    exact: whole,
    nextCursor: null,
    latest: await latestTouched(draft, timing.latest()),
    shared: await sharedEvents(draft, touched, timing.shared()),
  };
}

interface EstimatePlace {
  readonly window: EstimateWindow;
  /** The version of the rules that the estimate began with, and how many events it reads in all; null when it begins. */
  readonly begun: { readonly version: number; readonly total: number } | null;
  readonly progress: ExactProgress;
}

/** Where the estimate begins, or goes on. @throws DomainError invalid_cursor. */
function placeOf(ctx: Ctx, { mode, cursor }: EstimateRule, seal: Seal): EstimatePlace {
  if (cursor === undefined) return { window: estimateWindow(ctx.clock.now()), begun: null, progress: NOTHING_READ };
  if (mode === 'SAMPLE')
    throw new DomainError('invalid_cursor', 'A sample has no further parts; leave `cursor` out, or ask for an exact estimate.', {
      param: 'cursor',
    });
  // A cursor with this seal was closed over four texts, the last of which is a progress as JSON.
  const [to, version, total, progress] = openCursor(cursor, 4, seal) as [string, string, string, string];
  return {
    window: estimateWindow(new Date(to)),
    begun: { version: Number(version), total: Number(total) },
    progress: JSON.parse(progress) as ExactProgress, // likewise by its seal
  };
}

/** Whole days in UTC, the last of them up to now. */
export function estimateWindow(to: Date): EstimateWindow {
  const today = Math.floor(to.getTime() / DAY_MS) * DAY_MS;
  return { from: new Date(today - (DAYS - 1) * DAY_MS), to };
}

interface Past {
  readonly actual: ActualCredits;
  readonly usage: ReadonlyMap<string, BudgetUsage>;
  /** What PROGRAM budgets had given when the window began, by asset. */
  readonly before: ReadonlyMap<string, BudgetUsage>;
}

const NO_DAYS: ReadonlyMap<string, Amount> = new Map();
const NO_PAST: Past = { actual: new Map(), usage: new Map(), before: new Map() };

async function loadPast({ isStored, rule, window, organizationId, programId }: DraftedRule): Promise<Past> {
  if (!isStored) return NO_PAST;
  const { hours } = await countedActivity(organizationId);
  const [rows, used] = await Promise.all([
    sumRuleDays({ organizationId, programId, ruleIds: [rule.id] }, window, hours),
    listProgramUsage(autocommit, organizationId, 'RULE', [rule.id]),
  ]);
  const actual = new Map(
    [...Map.groupBy(rows, ({ asset_id }) => asset_id)].map(([id, days]) => [
      id,
      new Map(days.map(({ day, credited }) => [day, amountOf(credited)])),
    ]),
  );
  const usage = new Map(used.map((one) => [one.assetId, one.usage]));
  const spanning = [...usage].filter(([, { periodStart }]) => periodStart < window.from);
  const before = spanning.map(([assetId, { periodStart, consumed }]): [string, BudgetUsage] => {
    const meanwhile = totalOf(actual.get(assetId) ?? NO_DAYS);
    return [assetId, { periodStart, consumed: Amount.max(ZERO, consumed.minus(meanwhile)) }];
  });
  return { actual, usage, before: new Map(before) };
}

/** The days of a window, in order. */
export function daysOf({ from, to }: EstimateWindow): string[] {
  const days: string[] = [];
  for (let day = from.getTime(); day < to.getTime(); day += DAY_MS) days.push(dayOf(new Date(day)));
  return days;
}
