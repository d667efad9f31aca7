/**
 * Charts one asset: what is owed at the end of each span, and what was issued, redeemed and expired. Drawn from
 * rounded numbers, labelled exactly.
 */
'use client';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Overview } from '@/contract/overview';
import { useScoped } from '@/components/shell/scoped-link';
import { Chart, type ChartSeries } from '@/components/ui/chart';
import { ChartTable } from '@/components/ui/chart-table';
import { amountText } from '@/components/ui/money';
import { spanWords } from './period';
import { pointsOf, type FlowPoint } from './points';

type Figure = 'issued' | 'redeemed' | 'expired' | 'liability';

const FLOWS = [
  { figure: 'issued', name: 'Issued', fill: 'var(--accent)', key: 'bg-accent' },
  { figure: 'redeemed', name: 'Redeemed', fill: 'var(--success)', key: 'bg-success' },
  { figure: 'expired', name: 'Expired', fill: 'var(--warning)', key: 'bg-warning' },
] as const;

interface ChartProps {
  overview: Overview;
  symbol: string | undefined;
}

/** @param symbol of the asset charted. */
export function LiabilityChart({ overview, symbol }: ChartProps) {
  const router = useRouter();
  const scoped = useScoped();
  const { label, legend } = spanWords(overview.period);
  const points = pointsOf(overview);
  const open = ({ to }: FlowPoint) =>
    router.push(scoped(`/reports?${new URLSearchParams({ to, asset_id: overview.asset_id ?? '' }).toString()}`));
  return (
    <figure className="panel p-4">
      <div className="h-52" aria-hidden>
        <Chart
          points={points}
          series={[{ ...seriesOf('liability', 'Owed', 'var(--accent)', symbol), mark: 'area' }]}
          label={({ from }) => label(from)}
          note={({ from }) => `End of ${label(from)}`}
          onOpen={open}
        />
      </div>
      <Legend symbol={symbol} legend={legend} />
      <FlowTable
        caption={`Owed in ${symbol ?? 'the asset'}`}
        columns={[{ figure: 'liability', name: 'Owed at the end' }]}
        points={points}
        label={label}
      />
    </figure>
  );
}

export function FlowsChart({ overview, symbol }: ChartProps) {
  const router = useRouter();
  const scoped = useScoped();
  const { label, legend } = spanWords(overview.period);
  const points = pointsOf(overview);
  const open = ({ from, to }: FlowPoint) =>
    router.push(scoped(`/ledger?${new URLSearchParams({ asset_id: overview.asset_id ?? '', from, to }).toString()}`));
  return (
    <figure className="panel p-4">
      <div className="h-52" aria-hidden>
        <Chart
          points={points}
          series={FLOWS.map(({ figure, name, fill }) => seriesOf(figure, name, fill, symbol))}
          label={({ from }) => label(from)}
          onOpen={open}
        />
      </div>
      <Legend symbol={symbol} legend={legend}>
        {FLOWS.map(({ name, key }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span className={`${key} size-2 rounded-[2px]`} aria-hidden /> {name}
          </span>
        ))}
      </Legend>
      <FlowTable caption={`Moved in ${symbol ?? 'the asset'}`} columns={FLOWS} points={points} label={label} />
    </figure>
  );
}

const seriesOf = (figure: Figure, name: string, color: string, symbol: string | undefined): ChartSeries<FlowPoint> => ({
  name,
  color,
  value: ({ drawn }) => drawn[figure],
  text: ({ exact }) => amountText(exact[figure], symbol),
});

const Legend = ({ symbol, legend, children }: { symbol: string | undefined; legend: string; children?: ReactNode }) => (
  <figcaption className="text-ink-faint mt-2 flex flex-wrap items-center gap-4 text-xs">
    {children}
    <span className="ml-auto" suppressHydrationWarning>
      {symbol}, {legend.charAt(0).toLowerCase() + legend.slice(1)}
    </span>
  </figcaption>
);

interface FlowTableProps {
  caption: string;
  columns: readonly { readonly figure: Figure; readonly name: string }[];
  points: readonly FlowPoint[];
  label: (at: string) => string;
}

const FlowTable = ({ columns, label, ...table }: FlowTableProps) => (
  <ChartTable
    {...table}
    first="From"
    label={({ from }) => label(from)}
    columns={columns.map(({ figure, name }) => ({ name, text: ({ exact }: FlowPoint) => exact[figure] }))}
  />
);
