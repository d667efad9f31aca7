/** Reads what happened in an organization, or one of its programs, over a period on its clock, next to the period before. */
import { EXPIRING_COUNTED } from '@/contract/choices';
import type { OverviewQuery } from '@/contract/overview';
import { formatDecimal } from '@/domain/money';
import { NEARLY_USED, percentUsed } from '@/domain/rules/budget-use';
import { NOTICED_FAILURES } from '@/domain/webhooks/health';
import type { Ctx } from '@/server/platform/context';
import { countDueDecisions } from '@/server/db/repositories/decisions/due-decisions';
import { countedActivity } from '@/server/db/repositories/reports/activity-days';
import type { CountedHours } from '@/server/db/repositories/reports/day-windows';
import { sumFlows, sumRuleCosts, type FlowScope } from '@/server/db/repositories/reports/ledger-flows';
import {
  countActive,
  countBySpan,
  countFailedDeliveries,
  countFailures,
  type OverviewScope,
  type SpanCounts,
} from '@/server/db/repositories/reports/overview';
import { listBudgetedRules } from '@/server/db/repositories/rules/rules';
import { listTroubledEndpoints } from '@/server/db/repositories/webhooks/webhook-health';
import { ruleRecords } from '@/server/services/rules/rules';
import { assetFigures, chosenAsset, spanFigures } from './asset-figures';
import { periodAt, spansOf, type Period } from './periods';

const HOUR_MS = 3_600_000;
const RULES_SHOWN = 5;
const FAILURES_SHOWN = 5;
const TROUBLED_SHOWN = 5;
const BUDGETS_SHOWN = 10;

/** Raw figures for the presenter; no list is longer than what is shown. */
export type OverviewFigures = Awaited<ReturnType<typeof readOverview>>;

export async function readOverview(ctx: Ctx, query: OverviewQuery) {
  const now = ctx.clock.now();
  const period = periodAt(now, query.period);
  const flowScope = { organizationId: ctx.organization.id, programId: query.program_id ?? null, assetId: null };
  const scope = { ...flowScope, counted: await countedActivity(flowScope.organizationId) };
  const { hours } = scope.counted;
  const [money, counts, rules, budgets, failures, troubled, expiring] = await Promise.all([
    readMoney(flowScope, period, hours, query.asset_id),
    readCounts(scope, period),
    sumRuleCosts(flowScope, { from: period.from, to: null, hourly: period.hourly }, hours, RULES_SHOWN),
    budgetsNearTheirCap(ctx, flowScope.programId),
    countFailures(scope, period, FAILURES_SHOWN),
    listTroubledEndpoints(flowScope.organizationId, NOTICED_FAILURES, TROUBLED_SHOWN),
    countDueDecisions({ ...flowScope, until: new Date(now.getTime() + HOUR_MS), most: EXPIRING_COUNTED }),
  ]);
  return { period, ...money, ...counts, rules, budgets, failures, troubled, expiring };
}

async function readMoney(scope: FlowScope, { from, previous, spanMs, to, hourly }: Period, hours: CountedHours | null, wanted?: string) {
  const windows = [
    { name: 'EVER', from: null, to: null },
    { name: 'PREVIOUS', ...previous },
    { name: 'NOW', from, to: null, spanMs, hourly },
  ] as const;
  const rows = await sumFlows(scope, windows, hours);
  const assets = assetFigures(rows);
  const chosen = chosenAsset(assets, rows, wanted);
  const count = spansOf({ from, to, spanMs }).length;
  return { assets, chosen, flows: chosen && spanFigures(rows, chosen.assetId, count) };
}

async function readCounts(scope: OverviewScope, { from, to, previous, spanMs, hourly }: Period) {
  const windows = [{ from, to }, previous] as const;
  const both = <T>(read: (window: (typeof windows)[number]) => Promise<T>) => Promise.all([read(windows[0]), read(windows[1])]);
  const [spans, active, deliveries] = await Promise.all([
    both((window) => countBySpan(scope, { ...window, spanMs, hourly })),
    both((window) => countActive(scope, { ...window, hourly })),
    both((window) => countFailedDeliveries(scope.organizationId, window)),
  ]);
  const bySpan = new Map(spans[0].map((row) => [row.span, row]));
  return {
    spans: spansOf({ from, to, spanMs }).map((span, index) => ({ ...span, ...outcome(bySpan.get(index)) })),
    now: { ...totals(spans[0]), active: active[0], failedDeliveries: deliveries[0] },
    before: { ...totals(spans[1]), active: active[1], failedDeliveries: deliveries[1] },
  };
}

/** Completed is derived as neither failed nor waiting, so it stays right after an old event is retried. */
const outcome = (row: SpanCounts | undefined) => ({
  completed: row ? Math.max(0, row.events - row.failed - row.waiting) : 0,
  failed: row?.failed ?? 0,
});

function totals(rows: readonly SpanCounts[]) {
  const sum = (count: (row: SpanCounts) => number): number => rows.reduce((total, row) => total + count(row), 0);
  return {
    completed: sum((row) => outcome(row).completed),
    failed: sum(({ failed }) => failed),
    waiting: sum(({ waiting }) => waiting),
    joined: sum(({ joined }) => joined),
  };
}

/** Most used first. */
async function budgetsNearTheirCap(ctx: Ctx, programId: string | null) {
  const records = await ruleRecords(ctx, await listBudgetedRules(ctx.organization.id, programId));
  const used = records.flatMap(({ row, budgets }) =>
    budgets.flatMap((budget) => {
      if (!budget.current) return [];
      const percent = percentUsed({ consumed: formatDecimal(budget.current.consumed), limit: budget.source.limit });
      return percent >= NEARLY_USED ? [{ ruleId: row.id, ruleName: row.name, budget, percent }] : [];
    }),
  );
  return used.toSorted((a, b) => b.percent - a.percent).slice(0, BUDGETS_SHOWN);
}
