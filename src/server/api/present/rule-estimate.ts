/** Presents what a rule would have cost in its wire form. */
import type { RuleEstimate } from '@/contract/rule-estimate';
import { formatAmount, truncateToScale, ZERO, type Amount } from '@/domain/money';
import { totalOf, type AssetEstimate } from '@/domain/rules/estimate/tally';
import { runOutOf } from '@/domain/rules/estimate/worst-case';
import { daysOf, type Estimate } from '@/server/services/estimates/estimate-rule';
import { presentEffect } from '@/server/services/rules/present-evaluation';
import { presentTime } from './time';

export function presentEstimate(estimate: Estimate): RuleEstimate {
  const { draft, total, exact, nextCursor, tally, assets, shared } = estimate;
  const format = formatIn(estimate);
  const credits = (sums: ReadonlyMap<string, Amount>) => [...sums].map(([id, amount]) => ({ asset_id: id, amount: format(id, amount) }));
  return {
    exact,
    next_cursor: nextCursor,
    from: presentTime(draft.window.from),
    to: presentTime(draft.window.to),
    events: { total: exact ? tally.counts.read : total, ...tally.counts, reason: tally.reason },
    assets: assets.map((asset) => presentAsset(asset, estimate)),
    worst_cases: estimate.worstCases.map(({ assetId, event, month }) => ({
      asset_id: assetId,
      event: event && format(assetId, event.most),
      event_limited_by: event && event.limitedBy,
      month: month && format(assetId, month),
    })),
    budgets: presentBudgets(estimate),
    latest: presentLatest(estimate),
    shared: shared && {
      events: shared.events,
      draft: credits(shared.draft),
      others: credits(shared.others),
      rules: shared.rules.map(({ rule, relation, events, credits: own }) => ({
        rule_id: rule.id,
        rule_name: rule.name,
        relation,
        events,
        credits: credits(own),
      })),
    },
    assumptions: [...estimate.assumptions],
  };
}

const formatIn =
  ({ draft }: Estimate) =>
  (assetId: string, amount: Amount): string => {
    const scale = draft.assets.get(assetId)?.scale ?? 0;
    return formatAmount(truncateToScale(amount, scale), scale);
  };

/** Figures of a sample are rounded day by day; totals are those of the days as shown. */
function presentAsset({ assetId, days: given, margin }: AssetEstimate, estimate: Estimate): RuleEstimate['assets'][number] {
  const { draft, actual } = estimate;
  const format = formatIn(estimate);
  const scale = draft.assets.get(assetId)?.scale ?? 0;
  const shown = new Map([...given].map(([day, amount]) => [day, truncateToScale(amount, scale)]));
  const really = actual.get(assetId) ?? new Map<string, Amount>();
  const [would, was] = [totalOf(shown), totalOf(really)];
  return {
    asset_id: assetId,
    given: format(assetId, would),
    margin: margin && format(assetId, margin),
    actual: format(assetId, was),
    difference: format(assetId, would.minus(was)),
    days: daysOf(draft.window).map((day) => ({
      day,
      given: format(assetId, shown.get(day) ?? ZERO),
      actual: format(assetId, really.get(day) ?? ZERO),
    })),
  };
}

function presentBudgets(estimate: Estimate): RuleEstimate['budgets'] {
  const { draft, assets, usage } = estimate;
  const format = formatIn(estimate);
  const windowMs = draft.window.to.getTime() - draft.window.from.getTime();
  return draft.trial.programBudgets.map((budget) => {
    const { asset_id, scope } = budget.source;
    const asked = assets.find(({ assetId }) => assetId === asset_id)?.asked ?? ZERO;
    const { consumed, daily, at, periodEnd } = runOutOf(budget, { asked, windowMs, now: draft.window.to, usage: usage.get(asset_id) });
    return {
      asset_id,
      scope,
      limit: format(asset_id, budget.limit),
      consumed: format(asset_id, consumed),
      per_day: format(asset_id, daily),
      runs_out_at: presentTime(at),
      period_ends_at: presentTime(periodEnd),
    };
  });
}

function presentLatest({ latest, draft }: Estimate): RuleEstimate['latest'] {
  if (!latest) return null;
  const people = new Map([...latest.names].map(([id, externalId]) => [id, { id, externalId, fresh: false }]));
  return {
    searched: latest.searched,
    events: latest.events.map(({ event, effects }) => ({
      event_id: event.id,
      event_name: typeof event.data?.['type'] === 'string' ? event.data['type'] : null,
      external_id: event.externalId,
      processed_at: presentTime(event.processedAt),
      effects: effects.map((effect) => {
        const shown = presentEffect(effect, people);
        return draft.isStored ? shown : { ...shown, rule_id: null };
      }),
    })),
  };
}
