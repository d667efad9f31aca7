/** Charts when a balance expires and what is left after each span; a bar opens its lots. The table below holds the same figures. */
'use client';
import type { LotSchedule } from '@/contract/lot-schedule';
import type { SpanUnit } from '@/domain/ledger/lot-schedule';
import { Chart } from '@/components/ui/chart';
import { ChartTable } from '@/components/ui/chart-table';
import { amountText } from '@/components/ui/money';

const FORMATS: Record<SpanUnit, Intl.DateTimeFormatOptions> = {
  DAY: { day: 'numeric', month: 'short', year: 'numeric' },
  WEEK: { day: 'numeric', month: 'short', year: 'numeric' },
  MONTH: { month: 'short', year: 'numeric' },
  YEAR: { year: 'numeric' },
};

/** A span in words, in UTC, such as "Mar 2027" or "Week of 4 Jan 2027". */
export function spanText(at: string, unit: SpanUnit): string {
  const text = new Intl.DateTimeFormat('en-GB', { ...FORMATS[unit], timeZone: 'UTC' }).format(Date.parse(at));
  return unit === 'WEEK' ? `Week of ${text}` : text;
}

interface ExpiryChartProps {
  schedule: LotSchedule;
  symbol: string | undefined;
  /** The span whose lots are shown. */
  chosen: string | null;
  onOpen: (at: string) => void;
}

export function ExpiryChart({ schedule, symbol, chosen, onOpen }: ExpiryChartProps) {
  const { expiring, expiry_unit: unit, never } = schedule;
  const endless = /[1-9]/.test(never);
  return (
    <figure className="panel p-3">
      <figcaption>
        <h3 className="font-medium">What expires when?</h3>
        <p className="text-ink-soft text-xs">
          {expiring.length === 0
            ? 'Nothing in this balance expires.'
            : `${symbol ?? 'Amounts'} by ${unit.toLowerCase()} in UTC; the line is what is left of today’s lots.`}
          {endless && expiring.length > 0 && ` ${amountText(never, symbol)} never expires.`}
        </p>
      </figcaption>
      {expiring.length > 0 && (
        <>
          <div className="mt-2 h-44" aria-hidden>
            <Spans {...{ schedule, symbol, chosen, onOpen }} />
          </div>
          <ChartTable
            caption="What expires when"
            first="Expires"
            points={expiring}
            label={({ at }) => spanText(at, unit)}
            columns={[
              { name: 'Lots', text: ({ lots }) => String(lots) },
              { name: 'Amount', text: ({ amount }) => amountText(amount, symbol) },
              { name: 'Left after it', text: ({ left }) => amountText(left, symbol) },
            ]}
          />
        </>
      )}
    </figure>
  );
}

const WIDEST_BAR = 28;

/** Numbers only position the marks; all text shows the ledger's exact decimals. */
const Spans = ({ schedule: { expiring, expiry_unit: unit }, symbol, chosen, onOpen }: ExpiryChartProps) => (
  <Chart
    points={expiring}
    series={[
      { name: 'Expires', color: 'var(--accent)', value: ({ amount }) => Number(amount), text: ({ amount }) => amountText(amount, symbol) },
      {
        name: 'Left after it',
        color: 'var(--ink-soft)',
        mark: 'steps',
        value: ({ left }) => Number(left),
        text: ({ left }) => amountText(left, symbol),
      },
    ]}
    label={({ at }) => spanText(at, unit).replace('Week of ', '')}
    note={({ at }) => spanText(at, unit)}
    widestBar={WIDEST_BAR}
    faded={({ at }) => chosen !== null && chosen !== at}
    onOpen={({ at }) => onOpen(at)}
  />
);
