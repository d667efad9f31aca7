/** What each rule really moved beside what it would have moved, one chart for each asset. The table under it says the same in numbers. */
'use client';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Backtest } from '@/contract/backtest';
import { useAssetIndex } from '@/components/assets/asset-index';

type Rules = NonNullable<Backtest['result']>['rules'];

export function RuleChart({ rules }: { rules: Rules }) {
  const { symbolOf } = useAssetIndex();
  const bars = rules.flatMap(({ name, assets }) => assets.map((amount) => ({ name, ...amount })));
  return [...Map.groupBy(bars, ({ asset_id }) => asset_id)].map(([assetId, own]) => (
    <figure key={assetId} className="mb-4" aria-hidden>
      <figcaption className="text-ink-soft mb-1 text-xs">{symbolOf(assetId)}: grey really, coloured in the backtest</figcaption>
      <div className="h-48">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={own.map(({ name, actual, backtest }) => ({ name, actual: Number(actual), backtest: Number(backtest) }))}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" tick={{ fill: 'var(--ink-faint)', fontSize: 12 }} tickLine={false} axisLine={{ stroke: 'var(--line)' }} />
            <YAxis tick={{ fill: 'var(--ink-faint)', fontSize: 12 }} tickLine={false} axisLine={false} />
            <Tooltip
              cursor={{ fill: 'var(--sunken)' }}
              contentStyle={{
                background: 'var(--surface)',
                border: '1px solid var(--line)',
                borderRadius: 8,
                fontSize: 12,
                color: 'var(--ink)',
              }}
            />
            <Bar isAnimationActive={false} dataKey="actual" name="Really" fill="var(--line-strong)" />
            <Bar isAnimationActive={false} dataKey="backtest" name="In the backtest" fill="var(--accent)" />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  ));
}
