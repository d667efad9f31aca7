/** Presents the overview to the dashboard: every amount at its asset's scale. */
import type { Overview, OverviewQuery } from '@/contract/overview';
import { present } from '@/domain/assert';
import { amountOf, formatAmount } from '@/domain/money';
import { percentOf, type Figures } from '@/server/services/overview/asset-figures';
import type { OverviewFigures } from '@/server/services/overview/read-overview';
import { presentBudget } from './budget';
import { presentTime } from './time';

export function presentOverview(read: OverviewFigures, { period }: OverviewQuery): Overview {
  const { period: times, assets, chosen, flows, spans, now, before, rules, budgets, failures, troubled, expiring } = read;
  return {
    period,
    window: presentWindow(times),
    previous: presentWindow(times.previous),
    asset_id: chosen?.assetId ?? null,
    assets: assets.map((asset) => ({
      asset_id: asset.assetId,
      ...presentFigures(asset, asset.scale),
      previous: presentFigures(asset.previous, asset.scale),
    })),
    spans: spans.map(({ completed, failed, ...span }, index) => ({
      ...presentWindow(span),
      completed,
      failed,
      flows: chosen && flows ? presentFigures(present(flows[index], 'there are figures for every span'), chosen.scale) : null,
    })),
    now: { ...presentCounts(now), waiting: now.waiting },
    before: presentCounts(before),
    rules: rules.map(({ rule_id, rule_name, asset_id, scale, credited, of_all }) => ({
      rule_id,
      rule_name,
      asset_id,
      credited: formatAmount(amountOf(credited), scale),
      percent: percentOf(credited, of_all),
    })),
    budgets: budgets.map(({ ruleId, ruleName, budget }) => ({ rule_id: ruleId, rule_name: ruleName, budget: presentBudget(budget) })),
    failures,
    expiring_reservations: expiring,
    troubled_endpoints: troubled.map((row) => ({ ...row, failing_since: presentTime(row.failing_since) })),
  };
}

const presentWindow = ({ from, to }: { from: Date; to: Date }) => ({ from: presentTime(from), to: presentTime(to) });

const presentFigures = ({ issued, redeemed, expired, liability }: Figures, scale: number) => ({
  issued: formatAmount(issued, scale),
  redeemed: formatAmount(redeemed, scale),
  expired: formatAmount(expired, scale),
  liability: formatAmount(liability, scale),
});

const presentCounts = ({ completed, failed, active, joined, failedDeliveries }: OverviewFigures['now']) => ({
  completed,
  failed,
  active,
  joined,
  failed_deliveries: failedDeliveries,
});
