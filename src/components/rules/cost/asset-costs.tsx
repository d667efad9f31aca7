/** What a rule would have given of each asset beside what it really gave: in total, as a picture by day, and as a table of the same figures. */
'use client';
import type { RuleEstimate } from '@/contract/rule-estimate';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Chart, type ChartSeries } from '@/components/ui/chart';
import { amountText, groupDigits, Money } from '@/components/ui/money';
import { CostPart } from './cost-part';

type AssetCost = RuleEstimate['assets'][number];
type Day = AssetCost['days'][number];

const WIDEST_BAR = 12;
const monthDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayText = (day: string): string => monthDay.format(new Date(day));

/** @param isStored whether there is a saved rule to compare with. */
export function AssetCosts({ assets, isStored }: { assets: readonly AssetCost[]; isStored: boolean }) {
  const { symbolOf } = useAssetIndex();
  if (assets.length === 0) return <p className="text-ink-soft">The rule gives nothing of an asset.</p>;
  return assets.map((asset) => <OneAsset key={asset.asset_id} asset={asset} symbol={symbolOf(asset.asset_id)} isStored={isStored} />);
}

function OneAsset({ asset, symbol, isStored }: { asset: AssetCost; symbol: string | undefined; isStored: boolean }) {
  const { given, margin, actual, difference, days } = asset;
  return (
    <figure>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        <dt className="text-ink-soft">Would have given</dt>
        <dd className="text-right">
          <Money amount={given} symbol={symbol} className="font-semibold" />
          {margin !== null && <span className="text-ink-soft tabular-nums"> ± {groupDigits(margin)}</span>}
        </dd>
        {isStored && (
          <>
            <dt className="text-ink-soft">Really gave</dt>
            <dd className="text-right">
              <Money amount={actual} symbol={symbol} />
            </dd>
            <dt className="text-ink-soft">Difference</dt>
            <dd className="text-right">
              <Money amount={difference} symbol={symbol} signed />
            </dd>
          </>
        )}
      </dl>
      <div className="mt-2 h-28" aria-hidden>
        <Chart points={days} label={({ day }) => dayText(day)} series={seriesOf(symbol, isStored)} widestBar={WIDEST_BAR} />
      </div>
      <CostPart title="Day by day" summary={symbol}>
        <DayTable days={days} symbol={symbol} isStored={isStored} />
      </CostPart>
    </figure>
  );
}

/** Drawn from rounded numbers; the table has the exact ones. */
function seriesOf(symbol: string | undefined, isStored: boolean): ChartSeries<Day>[] {
  const would: ChartSeries<Day> = {
    name: 'Would have given',
    color: 'var(--accent)',
    value: ({ given }) => Number(given),
    text: ({ given }) => amountText(given, symbol),
  };
  if (!isStored) return [would];
  const really: ChartSeries<Day> = {
    name: 'Really gave',
    color: 'var(--ink)',
    value: ({ actual }) => Number(actual),
    text: ({ actual }) => amountText(actual, symbol),
    mark: 'steps',
  };
  return [would, really];
}

const DayTable = ({ days, symbol, isStored }: { days: readonly Day[]; symbol: string | undefined; isStored: boolean }) => (
  <div tabIndex={0} role="region" aria-label="Day by day" className="max-h-64 overflow-auto">
    <table className="w-full text-xs tabular-nums">
      <caption className="sr-only">What the rule would have given by day{symbol === undefined ? '' : `, in ${symbol}`}</caption>
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="py-1 text-left font-medium">
            Day
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Would have given
          </th>
          {isStored && (
            <th scope="col" className="py-1 text-right font-medium">
              Really gave
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, given, actual }) => (
          <tr key={day} className="border-line border-t">
            <th scope="row" className="py-1 text-left font-normal">
              {dayText(day)}
            </th>
            <td className="py-1 text-right">{groupDigits(given)}</td>
            {isStored && <td className="py-1 text-right">{groupDigits(actual)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
