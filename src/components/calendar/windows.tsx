/** The windows of eight weeks as bars over days; the ends of rules can be moved by whoever may change rules. */
'use client';
import { Pencil, TriangleAlert } from 'lucide-react';
import type { ProgramCalendar } from '@/contract/calendar';
import type { CalendarDay } from '@/domain/calendar/days';
import { segmentsOf } from '@/domain/calendar/layout';
import { calendarWords } from '@/domain/calendar/words';
import { useMay } from '@/components/shell/session';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { onDemand } from '@/components/ui/on-demand';
import { dateText, shortDate } from './calendar-state';
import { GROUP_LOOKS, pageOf } from './kinds';
import { spanOf, type ShownItem } from './shown-item';
import { useWindowDraft, type WindowChange } from './use-window-draft';
import { WindowBar } from './window-bar';
import { cellsOf, gridLines } from './window-cells';
import { rowsOf, type WindowRow } from './window-rows';

const WindowForm = onDemand(() => import('./window-form').then((loaded) => loaded.WindowForm));

interface WindowsProps {
  programId: string;
  calendar: ProgramCalendar;
  items: readonly ShownItem[];
  days: readonly CalendarDay[];
  today: string;
  /** Whether the rules of the program can be changed. */
  open: boolean;
}

export function Windows({ programId, calendar, items, days, today, open }: WindowsProps) {
  const { change: may } = useMay();
  const change = useWindowDraft(calendar.timezone);
  const words = calendarWords(calendar.timezone);
  return (
    <>
      <div className="panel overflow-x-auto">
        <table aria-label="Windows" className="w-full min-w-[66rem] table-fixed border-separate border-spacing-0">
          <DayHeads days={days} today={today} />
          {rowsOf(items).map(({ group, rows }) => (
            <tbody key={group}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={days.length + 1}
                  className="bg-sunken border-line text-ink-soft border-t px-3 py-1 text-left text-xs font-medium"
                >
                  <span className="sticky left-3">{GROUP_LOOKS[group].label}</span>
                </th>
              </tr>
              {rows.map((row) => (
                <Row key={row.key} {...{ row, days, words, today, calendar, programId, change }} editable={may && open} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {change.draft && <WindowForm change={change} draft={change.draft} words={words} timeZone={calendar.timezone} />}
    </>
  );
}

const isWeekStart = (index: number): boolean => index % 7 === 0;

const DayHeads = ({ days, today }: Pick<WindowsProps, 'days' | 'today'>) => (
  <>
    <colgroup>
      <col className="w-44 sm:w-56" />
    </colgroup>
    {Array.from({ length: days.length / 7 }, (_, week) => (
      <colgroup key={week} span={7} />
    ))}
    <thead>
      <tr>
        <th rowSpan={2} scope="col" className="bg-surface sticky left-0 z-3">
          <span className="sr-only">What</span>
        </th>
        {days
          .filter((_, index) => isWeekStart(index))
          .map(({ date }) => (
            <th
              key={date}
              scope="colgroup"
              colSpan={7}
              className="border-line text-ink-soft border-l px-1 pt-1.5 text-left text-xs font-medium"
            >
              {shortDate(date)}
            </th>
          ))}
      </tr>
      <tr>
        {days.map(({ date }, index) => (
          <th
            key={date}
            scope="col"
            data-day={date}
            abbr={dateText(date)}
            aria-current={date === today ? 'date' : undefined}
            className={cn('border-line pb-1 text-center text-[10px] font-normal tabular-nums', isWeekStart(index) && 'border-l')}
          >
            <span className={cn('inline-block min-w-4 rounded-full', date === today ? 'bg-accent text-accent-ink' : 'text-ink-faint')}>
              {Number(date.slice(8))}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  </>
);

interface RowProps {
  row: WindowRow;
  days: readonly CalendarDay[];
  words: ReturnType<typeof calendarWords>;
  today: string;
  calendar: ProgramCalendar;
  programId: string;
  change: WindowChange;
  editable: boolean;
}

function Row({ row, days, words, today, calendar, programId, change, editable }: RowProps) {
  const [first] = row.items;
  const rule = editable && first.kind === 'RULE' ? first : null;
  const { draft } = change;
  const items = draft && rule && draft.item.id === rule.id ? [{ ...rule, ...draft.window }] : row.items;
  const segments = segmentsOf(items, days);
  const overlaps = first.kind === 'RULE' ? calendar.overlaps.filter(({ rules }) => rules.some(({ id }) => id === first.id)) : [];
  return (
    <tr>
      <th scope="row" className="bg-surface border-line sticky left-0 z-3 border-t px-3 py-0.5 text-left font-normal">
        <span className="flex items-center gap-1">
          <ScopedLink href={pageOf(first.source, programId)} className="min-w-0 flex-1 truncate hover:underline" title={row.title}>
            {row.title}
          </ScopedLink>
          {first.status === 'SUSPENDED' && <span className="text-warning text-xs">suspended</span>}
          {overlaps.length > 0 && (
            <span className="text-warning flex items-center gap-0.5 text-xs" title={overlaps.map(({ sentence }) => sentence).join('\n')}>
              <TriangleAlert aria-hidden className="size-3.5" />
              <span aria-hidden>{overlaps.length}</span>
              <span className="sr-only">, overlaps with {overlaps.length === 1 ? 'one rule' : `${overlaps.length} rules`}</span>
            </span>
          )}
          {rule && (
            <Button
              size="icon"
              variant="quiet"
              className="size-7"
              aria-label={`Change the window of ${rule.name}`}
              onClick={() => change.open(rule)}
            >
              <Pencil aria-hidden className="size-3.5!" />
            </Button>
          )}
        </span>
      </th>
      {cellsOf(segments, days.length).map(({ key, at, span, segment }) => (
        <td
          key={key}
          colSpan={span}
          className="border-line relative border-t p-0"
          style={gridLines(
            at,
            span,
            days.findIndex(({ date }) => date === today),
          )}
        >
          {segment && <WindowBar {...{ segment, days, words, rule, change }} overlaps={overlaps.map((overlap) => spanOf(overlap))} />}
        </td>
      ))}
    </tr>
  );
}
