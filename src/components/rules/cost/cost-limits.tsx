/** Says the most that a rule can cost, for one event and in a month, and when its budgets run out. */
'use client';
import { Fragment } from 'react';
import type { RuleEstimate } from '@/contract/rule-estimate';
import { useAssetIndex } from '@/components/assets/asset-index';
import { amountText } from '@/components/ui/money';

type WorstCase = RuleEstimate['worst_cases'][number];
type EstimatedBudget = RuleEstimate['budgets'][number];

const NO_LIMIT = 'no upper limit';
const BY: Readonly<Record<NonNullable<WorstCase['event_limited_by']>, string>> = {
  AMOUNT: '',
  BUDGET: ', by a budget',
  ASSET: ', by the asset’s largest transaction',
};

const dayText = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

export function CostLimits({ estimate: { worst_cases, budgets } }: { estimate: RuleEstimate }) {
  const { symbolOf } = useAssetIndex();
  if (worst_cases.length === 0) return null;
  return (
    <dl aria-label="At most" className="border-line flex flex-col gap-1 border-t pt-2">
      {worst_cases.map(({ asset_id, event, event_limited_by, month }) => {
        const symbol = symbolOf(asset_id);
        const most = (amount: string | null) => (amount === null ? NO_LIMIT : amountText(amount, symbol));
        return (
          <Fragment key={asset_id}>
            <Line
              name="One event at most"
              value={`${most(event)}${event_limited_by === null ? '' : BY[event_limited_by]}`}
              warn={event === null}
            />
            <Line name="The next 30 days at most" value={most(month)} warn={month === null} />
          </Fragment>
        );
      })}
      {budgets.map((budget) => (
        <Line key={budget.asset_id} name={`Budget of ${amountText(budget.limit, symbolOf(budget.asset_id))}`} value={runOutText(budget)} />
      ))}
    </dl>
  );
}

const Line = ({ name, value, warn = false }: { name: string; value: string; warn?: boolean }) => (
  <div className="flex flex-wrap justify-between gap-x-3">
    <dt className="text-ink-soft">{name}</dt>
    <dd className={warn ? 'text-warning text-right' : 'text-right tabular-nums'}>{value}</dd>
  </div>
);

function runOutText({ runs_out_at, period_ends_at, limit, consumed }: EstimatedBudget): string {
  if (runs_out_at === null) return period_ends_at === null ? 'does not run out at this pace' : 'lasts its period at this pace';
  return consumed === limit ? 'is used up' : `runs out on ${dayText.format(new Date(runs_out_at))} at this pace`;
}
