/** Charts what each rule moved beside what it would have moved, one chart per asset. The table below holds the same figures. */
'use client';
import type { Backtest } from '@/contract/backtest';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Chart, type ChartSeries } from '@/components/ui/chart';
import { amountText } from '@/components/ui/money';

type Rules = NonNullable<Backtest['result']>['rules'];

export function RuleChart({ rules }: { rules: Rules }) {
  const { symbolOf } = useAssetIndex();
  const bars = rules.flatMap(({ name, assets }) => assets.map((amount) => ({ name, ...amount })));
  return [...Map.groupBy(bars, ({ asset_id }) => asset_id)].map(([assetId, own]) => {
    const symbol = symbolOf(assetId);
    const series = (name: string, color: string, of: 'actual' | 'backtest'): ChartSeries<(typeof own)[number]> => ({
      name,
      color,
      value: (bar) => Number(bar[of]),
      text: (bar) => amountText(bar[of], symbol),
    });
    return (
      <figure key={assetId} className="mb-4" aria-hidden>
        <figcaption className="text-ink-soft mb-1 text-xs">{symbol}: actual in gray, backtest in color</figcaption>
        <div className="h-48">
          <Chart
            points={own}
            label={({ name }) => name}
            series={[series('Actual', 'var(--line-strong)', 'actual'), series('Backtest', 'var(--accent)', 'backtest')]}
          />
        </div>
      </figure>
    );
  });
}
