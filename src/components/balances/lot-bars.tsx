/** Draws the lots of a balance as bars from earning to expiry, with today marked. It is a table, so the words hold the same facts. */
'use client';
import type { EarnedLots, LotSchedule } from '@/contract/lot-schedule';
import { ScopedLink } from '@/components/shell/scoped-link';
import { cn } from '@/components/ui/cn';
import { amountText, Money } from '@/components/ui/money';
import { axisOver, placeOn, ticksOf, type Axis } from './time-axis';

const TICKS_MAX = 4;
const DAY_MS = 86_400_000;

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayText = (at: string): string => day.format(Date.parse(at));

const UNIT_WORDS = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const;

interface LotBarsProps {
  schedule: LotSchedule;
  symbol: string | undefined;
  /** Milliseconds. */
  now: number;
}

export function LotBars({ schedule: { earned, earned_unit, lots }, symbol, now }: LotBarsProps) {
  const axis = axisOf(earned, now);
  const ticks = ticksOf(axis, TICKS_MAX);
  return (
    <figure className="panel">
      <figcaption className="px-3 pt-3">
        <h3 className="font-medium">How long does each lot last?</h3>
        <p className="text-ink-soft text-xs">
          {earned_unit ? `${lots.toLocaleString('en')} lots, one row for each ${UNIT_WORDS[earned_unit]} in which some were earned. ` : ''}
          Each bar runs from when a lot was earned to when it expires, and is pale until the lot matures. Days are in UTC; the line is
          today.
        </p>
      </figcaption>
      <div tabIndex={0} role="region" aria-label="Lots over time" className="mt-2 max-h-80 overflow-y-auto rounded-b-[8px] px-3 pb-3">
        <table className="w-full table-fixed border-separate border-spacing-0 text-xs">
          <caption className="sr-only">Lots with something left, oldest first</caption>
          <thead>
            <tr className="text-ink-faint">
              <th scope="col" className="bg-surface sticky top-0 z-10 w-24 pb-1 text-left font-normal">
                Earned
              </th>
              <th scope="col" className="bg-surface sticky top-0 z-10 pb-1 text-left font-normal">
                <span className="sr-only">Lasts</span>
                <Ticks axis={axis} ticks={ticks} />
              </th>
              <th scope="col" className="bg-surface sticky top-0 z-10 w-20 pb-1 text-right font-normal sm:w-36">
                Left
              </th>
            </tr>
          </thead>
          <tbody>
            {earned.map((row) => (
              <Row key={`${row.earned_from}/${row.journal_entry_id}`} row={row} axis={axis} now={now} symbol={symbol} unit={earned_unit} />
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

const timesOf = ({ earned_from, matures_at, expires_to }: EarnedLots): number[] =>
  [earned_from, matures_at, expires_to].filter((at) => at !== null).map((at) => Date.parse(at));

const axisOf = (rows: readonly EarnedLots[], now: number): Axis => axisOver([now, now + DAY_MS, ...rows.flatMap(timesOf)]);

const Ticks = ({ axis, ticks }: { axis: Axis; ticks: ReturnType<typeof ticksOf> }) => (
  <span className="relative block h-4" aria-hidden>
    {ticks.map(({ at, text }, index) => (
      <span
        key={at}
        className={cn(
          'absolute -translate-x-1/2 whitespace-nowrap',
          index % 2 === 1 && 'max-sm:hidden',
          placeOn(axis, at) > 92 && 'hidden',
        )}
        style={{ left: `${Math.max(placeOn(axis, at), 4)}%` }}
      >
        {text}
      </span>
    ))}
  </span>
);

interface RowProps extends Omit<LotBarsProps, 'schedule'> {
  row: EarnedLots;
  axis: Axis;
  unit: LotSchedule['earned_unit'];
}

function Row({ row, axis, now, symbol, unit }: RowProps) {
  const label =
    unit === 'MONTH' ? month.format(Date.parse(row.earned_from)) : unit === 'YEAR' ? row.earned_from.slice(0, 4) : dayText(row.earned_from);
  const href = row.event_id ? `/events/${row.event_id}` : row.journal_entry_id && `/ledger/${row.journal_entry_id}`;
  const words = lifeWords(row, symbol);
  return (
    <tr>
      <th scope="row" className="text-ink-soft h-6 truncate pr-2 text-left font-normal whitespace-nowrap tabular-nums">
        {href ? (
          <ScopedLink href={href} className="text-accent hover:underline">
            {label}
          </ScopedLink>
        ) : (
          label
        )}
      </th>
      <td className="h-6 py-0" title={words}>
        <span className="sr-only">{words}</span>
        <Bar row={row} axis={axis} now={now} />
      </td>
      <td className="h-6 truncate pl-2 text-right">
        <Money amount={row.remaining} symbol={symbol} />
      </td>
    </tr>
  );
}

function Bar({ row, axis, now }: Pick<RowProps, 'row' | 'axis' | 'now'>) {
  const from = placeOn(axis, Date.parse(row.earned_from));
  const to = row.endless || row.expires_to === null ? 100 : placeOn(axis, Date.parse(row.expires_to));
  const mature = row.matures_at === null ? from : Math.min(placeOn(axis, Date.parse(row.matures_at)), to);
  return (
    <span className="relative block h-6 overflow-hidden" aria-hidden>
      <span className="bg-line absolute inset-x-0 top-1/2 h-px" />
      <span className="bg-accent/30 absolute top-1.5 h-3 min-w-0.5 rounded-[3px]" style={{ left: `${from}%`, width: `${to - from}%` }} />
      <span
        className={cn('bg-accent absolute top-1.5 h-3 min-w-0.5 rounded-[3px]', to === 100 && 'rounded-r-none')}
        style={{ left: `${mature}%`, width: `${to - mature}%` }}
      />
      <span className="bg-danger absolute inset-y-0 w-px" style={{ left: `${placeOn(axis, now)}%` }} />
    </span>
  );
}

/** The text of a bar. */
function lifeWords(row: EarnedLots, symbol: string | undefined): string {
  const parts = row.lots > 1 ? [`${row.lots} lots`] : [];
  if (row.matures_at) parts.push(`${amountText(row.buckets.deferred, symbol)} matures by ${dayText(row.matures_at)}`);
  if (/[1-9]/.test(row.buckets.held)) parts.push(`${amountText(row.buckets.held, symbol)} held`);
  if (row.expires_from && row.expires_to) {
    const [first, last] = [dayText(row.expires_from), dayText(row.expires_to)];
    parts.push(first === last ? `expires ${first}` : `expires from ${first} to ${last}`);
  }
  if (row.endless) parts.push(row.expires_to ? 'some never expire' : 'never expires');
  return parts.join(', ');
}
