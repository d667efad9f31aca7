/** Charts outcomes per span, failures on top; each bar can be opened. The table below has the same figures. */
'use client';
import { Chart } from './chart';
import { ChartTable } from './chart-table';
import { cn } from './cn';

interface OutcomeSpan {
  /** ISO; when the span begins. */
  readonly at: string;
  readonly done: number;
  readonly failed: number;
}

interface OutcomeChartProps {
  /** The table's caption. */
  caption: string;
  /** The label of what did not fail. */
  done: string;
  spans: readonly OutcomeSpan[];
  label: (at: string) => string;
  /** The tooltip's title; defaults to `label`. */
  note?: (at: string) => string;
  /** The spans and their time zone, such as "Hours in UTC". */
  legend?: string;
  /** An extra column of the table. */
  more?: { readonly name: string; readonly of: (at: string) => string };
  /** The span shown alone. */
  chosen?: string | null;
  /** Only bars and times, for a chart beside figures. */
  small?: boolean;
  onOpen: (at: string) => void;
}

/** The maximum bar width of a small chart. */
const WIDEST_BAR = 24;

export function OutcomeChart({ legend, small = false, ...chart }: OutcomeChartProps) {
  const { spans, done, label, note = label, chosen = null, onOpen } = chart;
  return (
    <figure className={cn(small && 'mt-3')}>
      <div className={small ? 'h-24' : 'h-52'} aria-hidden>
        <Chart
          points={spans}
          series={[
            { name: done, color: 'var(--accent)', value: (span) => span.done },
            { name: 'Failed', color: 'var(--danger)', value: (span) => span.failed },
          ]}
          label={({ at }) => label(at)}
          note={({ at }) => note(at)}
          faded={({ at }) => chosen !== null && chosen !== at}
          onOpen={({ at }) => onOpen(at)}
          widestBar={small ? WIDEST_BAR : undefined}
          bare={small}
          stacked
          whole
        />
      </div>
      {!small && (
        <figcaption className="text-ink-faint mt-2 flex flex-wrap items-center gap-4 text-xs">
          <Key colour="bg-accent" text={done} />
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

const Key = ({ colour, text }: { colour: string; text: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`${colour} size-2 rounded-[2px]`} aria-hidden /> {text}
  </span>
);

/** Leaves out empty spans. */
const SpanTable = ({
  caption,
  done: doneName,
  spans,
  label,
  more,
}: Pick<OutcomeChartProps, 'caption' | 'done' | 'spans' | 'label' | 'more'>) => (
  <ChartTable
    caption={caption}
    first="From"
    points={spans.filter(({ done, failed }) => done + failed > 0)}
    label={({ at }) => label(at)}
    columns={[
      { name: doneName, text: ({ done }) => String(done) },
      { name: 'Failed', text: ({ failed }) => String(failed) },
      ...(more ? [{ name: more.name, text: ({ at }: { readonly at: string }) => String(more.of(at)) }] : []),
    ]}
  />
);
