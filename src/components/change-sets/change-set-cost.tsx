/** What the rules of a change set would have given in the last 30 days, against what they really gave. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangeSet } from '@/contract/change-set';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Detail, Part } from '@/components/ui/detail';
import { groupDigits, Money } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

type Cost = Outputs['changeSets']['estimate'];

export function ChangeSetCost({ set }: { set: Pick<ChangeSet, 'id'> }) {
  const query = useQuery(useTRPC().changeSets.estimate.queryOptions({ id: set.id }, { staleTime: 60_000 }));
  return (
    <Part title="What it costs">
      <Detail query={query}>{(cost) => <CostTable cost={cost} />}</Detail>
    </Part>
  );
}

function CostTable({ cost: { rules, totals, exact } }: { cost: Cost }) {
  const { symbolOf } = useAssetIndex();
  const failed = rules.filter(({ failure }) => failure !== null);
  const rows = rules.flatMap(({ rule_id, name, assets }) => assets.map((asset) => ({ key: `${rule_id} ${asset.asset_id}`, name, asset })));
  return (
    <>
      <p className="text-ink-soft mb-2">
        On the events of the last 30 days{exact ? '' : ', estimated from a random sample of them'}: each rule by itself, beside the rules
        that are live. Rule sets and automations are not counted.
      </p>
      <div className="panel overflow-x-auto" tabIndex={0} role="region" aria-label="What it costs">
        <table className="w-full text-left">
          <caption className="sr-only">What each rule would have given, and what it really gave</caption>
          <thead>
            <tr className="text-ink-soft text-xs">
              <th scope="col" className="h-9 px-3 font-medium">
                Rule
              </th>
              {['Really gave', 'Would have given', 'Difference'].map((name) => (
                <th key={name} scope="col" className="px-3 text-right font-medium whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, asset }) => (
              <CostRow key={key} name={name} sum={asset} symbol={symbolOf(asset.asset_id)}>
                {asset.margin !== null && <span className="text-ink-soft tabular-nums"> ± {groupDigits(asset.margin)}</span>}
              </CostRow>
            ))}
            {totals.map((sum) => (
              <CostRow key={sum.asset_id} name="All together" sum={sum} symbol={symbolOf(sum.asset_id)} isTotal />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="text-ink-soft px-3 pb-3">Its rules give nothing of an asset.</p>}
      </div>
      {failed.map(({ rule_id, name, failure }) => (
        <p key={rule_id} className="text-ink-soft mt-2">
          “{name}” is not estimated: {failure?.message}
        </p>
      ))}
    </>
  );
}

interface CostRowProps {
  name: string;
  sum: Cost['totals'][number];
  symbol: string | undefined;
  isTotal?: boolean;
  /** Follows what would have been given. */
  children?: ReactNode;
}

const CostRow = ({ name, sum: { actual, given, difference }, symbol, isTotal = false, children }: CostRowProps) => (
  <tr className={isTotal ? 'border-line-strong border-t font-semibold' : 'border-line border-t'}>
    <th scope="row" className={isTotal ? 'h-10 px-3' : 'h-10 px-3 font-medium'}>
      {name}
    </th>
    <td className="px-3 text-right whitespace-nowrap">
      <Money amount={actual} symbol={symbol} />
    </td>
    <td className="px-3 text-right whitespace-nowrap">
      <Money amount={given} symbol={symbol} />
      {children}
    </td>
    <td className="px-3 text-right whitespace-nowrap">
      <Money amount={difference} symbol={symbol} signed />
    </td>
  </tr>
);
