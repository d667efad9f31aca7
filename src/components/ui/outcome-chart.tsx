/** What came of something in each span of time, failures on top; each bar can be opened. The table under it says the same in words. */
'use client';
import { Bar, BarChart, CartesianGrid, Cell, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { cn } from './cn';

export interface OutcomeSpan {
  /** ISO; when the span begins. */
  readonly at: string;
  readonly done: number;
  readonly failed: number;
}

export interface OutcomeChartProps {
  /** Of the table. */
  caption: string;
  /** What did not fail is called this. */
  done: string;
  spans: readonly OutcomeSpan[];
  label: (at: string) => string;
  /** Over a bar; `label` unless given. */
  note?: (at: string) => string;
  /** Which spans and in which zone, such as "Hours in UTC". */
  legend?: string;
  /** Another column of the table. */
  more?: { readonly name: string; readonly of: (at: string) => string };
  /** The span that is looked at alone. */
  chosen?: string | null;
  /** Only the bars and their times, for a chart beside figures. */
  small?: boolean;
  onOpen: (at: string) => void;
}

const NOTE_STYLE = { background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: 8, fontSize: 12, color: 'var(--ink)' };
const TICK = { fill: 'var(--ink-faint)', fontSize: 12 };

export function OutcomeChart({ legend, small = false, ...chart }: OutcomeChartProps) {
  return (
    <figure className={cn(small && 'mt-3')}>
      <div className={small ? 'h-24' : 'h-52'} aria-hidden>
        <Bars small={small} {...chart} />
      </div>
      {!small && (
        <figcaption className="text-ink-faint mt-2 flex flex-wrap items-center gap-4 text-xs">
          <Key colour="bg-accent" text={chart.done} />
          <Key colour="bg-danger" text="Failed" />
          <span className="ml-auto" suppressHydrationWarning>
            {legend}
          </span>
        </figcaption>
      )}
      <SpanTable {...chart} />
    </figure>
  );
}

function Bars({ spans, done, label, note = label, chosen = null, small, onOpen }: Omit<OutcomeChartProps, 'legend'>) {
  const series = [
    { key: 'done', name: done, fill: 'var(--accent)' },
    { key: 'failed', name: 'Failed', fill: 'var(--danger)' },
  ];
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...spans]} margin={{ top: 4, right: 0, bottom: 0, left: small ? 0 : -20 }} accessibilityLayer={false}>
        {!small && <CartesianGrid vertical={false} stroke="var(--line)" />}
        <XAxis dataKey="at" tickFormatter={label} tick={TICK} tickLine={false} axisLine={{ stroke: 'var(--line)' }} minTickGap={32} />
        <YAxis
          hide={small}
          allowDecimals={false}
          domain={[0, (most: number) => Math.max(most, 1)]}
          tick={TICK}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip cursor={{ fill: 'var(--sunken)' }} labelFormatter={(at) => note(String(at))} contentStyle={NOTE_STYLE} />
        {series.map(({ key, name, fill }) => (
          <Bar
            key={key}
            isAnimationActive={false}
            dataKey={key}
            name={name}
            stackId="outcome"
            fill={fill}
            maxBarSize={small ? 24 : undefined}
            className="cursor-pointer"
            onClick={({ payload }: { payload?: OutcomeSpan }) => payload && onOpen(payload.at)}
          >
            {spans.map(({ at }) => (
              <Cell key={at} fillOpacity={chosen === null || chosen === at ? 1 : 0.3} />
            ))}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

const Key = ({ colour, text }: { colour: string; text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`${colour} size-2 rounded-[2px]`} aria-hidden /> {text}
  </span>
);

/** Spans in which nothing happened are left out. */
const SpanTable = ({
  caption,
  done: doneName,
  spans,
  label,
  more,
}: Pick<OutcomeChartProps, 'caption' | 'done' | 'spans' | 'label' | 'more'>) => (
  <table className="sr-only">
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">From</th>
        <th scope="col">{doneName}</th>
        <th scope="col">Failed</th>
        {more && <th scope="col">{more.name}</th>}
      </tr>
    </thead>
    <tbody>
      {spans
        .filter(({ done, failed }) => done + failed > 0)
        .map(({ at, done, failed }) => (
          <tr key={at}>
            <th scope="row">{label(at)}</th>
            <td>{done}</td>
            <td>{failed}</td>
            {more && <td>{more.of(at)}</td>}
          </tr>
        ))}
    </tbody>
  </table>
);
