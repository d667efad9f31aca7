/** Shows what came of something: figures, how far people got, and a chart by days with a table that says the same. */
'use client';
import type { ReactNode } from 'react';
import { Chart, type ChartProps, type ChartSeries } from './chart';
import { ChartTable } from './chart-table';

const countText = new Intl.NumberFormat('en');
const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export const Figures = ({ children }: { children: ReactNode }) => <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</dl>;

export const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="panel p-3">
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd className="mt-1 text-lg font-semibold tabular-nums">{children}</dd>
  </div>
);

interface FunnelProps {
  label: string;
  /** Of whom the stages are shares. */
  all: number;
  stages: readonly { readonly name: string; readonly count: number }[];
}

export const Funnel = ({ label, all, stages }: FunnelProps) => (
  <ul className="panel divide-line divide-y" aria-label={label}>
    {stages.map(({ name, count }) => {
      const share = Math.round((count / all) * 100);
      return (
        <li key={name} className="grid grid-cols-[8rem_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2">
          <span className="text-ink-soft">{name}</span>
          <span className="bg-sunken h-3 rounded-[3px]" aria-hidden>
            <span className="bg-accent block h-3 rounded-[3px]" style={{ width: `${share}%` }} />
          </span>
          <span className="tabular-nums">
            {countText.format(count)} <span className="text-ink-faint">({share} %)</span>
          </span>
        </li>
      );
    })}
  </ul>
);

interface DaySeries<Day> extends ChartSeries<Day> {
  /** Class of the background that is the colour, for the key. */
  readonly key: string;
}

interface DayChartProps<Day> extends Pick<ChartProps<Day>, 'whole' | 'onOpen'> {
  /** The table's caption. */
  caption: string;
  /** Whose days they are, and what is shown of them. */
  note: string;
  days: readonly Day[];
  series: readonly DaySeries<Day>[];
}

const WIDEST_BAR = 48;

export function DayChart<Day extends { readonly day: string }>({ caption, note, days, series, ...chart }: DayChartProps<Day>) {
  return (
    <figure className="panel p-4">
      <div className="h-52" aria-hidden>
        <Chart points={days} series={series} label={dayLabel} widestBar={WIDEST_BAR} {...chart} />
      </div>
      <figcaption className="text-ink-faint mt-2 flex flex-wrap items-center gap-4 text-xs">
        {series.map(({ name, key }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span className={`${key} size-2 rounded-[2px]`} aria-hidden /> {name}
          </span>
        ))}
        <span className="ml-auto">{note}</span>
      </figcaption>
      <ChartTable
        caption={caption}
        first="Day"
        points={days}
        label={dayLabel}
        columns={series.map(({ name, value, text }) => ({ name, text: text ?? ((day: Day) => String(value(day))) }))}
      />
    </figure>
  );
}

const dayLabel = ({ day }: { readonly day: string }): string => dayText.format(new Date(`${day}T00:00:00Z`));
