/** The calendar of a program: a month or the windows of eight weeks, in the program's own time zone. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import type { Program } from '@/contract/program';
import type { ProgramCalendar } from '@/contract/calendar';
import { dateAt } from '@/domain/calendar/days';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { ProgramsLink } from '@/components/programs/programs-link';
import { useOrganizationNow } from '@/components/shell/clock';
import { usePrograms } from '@/components/shell/program-filter';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { Agenda } from './agenda';
import { monthAfter, monthText, shownTime, useCalendarState, type ShownTime } from './calendar-state';
import { CalendarToolbar } from './calendar-toolbar';
import { groupOf, GROUPS } from './kinds';
import { MonthGrid } from './month-grid';
import { Notes } from './notes';
import { shownItem, type ShownItem } from './shown-item';

const DaySheet = onDemand(() => import('./day-sheet').then((loaded) => loaded.DaySheet));
const Windows = onDemand(() => import('./windows').then((loaded) => loaded.Windows), FILLING);

export function CalendarPage() {
  const { program, none, choice } = useChosenProgram();
  const programs = usePrograms();
  return (
    <div data-wide="">
      <PageHeader title="Calendar" description="Everything of a program that has a time, in its own time zone." />
      {none ? (
        <div className="panel">
          <EmptyState title="A calendar belongs to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <Detail query={programs}>{() => program && <Today program={program} choice={choice} />}</Detail>
      )}
    </div>
  );
}

/** The clock ticks every second; the calendar is drawn again when the day changes. */
function Today({ program, choice }: { program: Program; choice: ReactNode }) {
  const today = dateAt(new Date(useOrganizationNow()), program.timezone);
  return (
    <>
      {choice && <div className="mb-3">{choice}</div>}
      <CalendarOf key={program.id} programId={program.id} timeZone={program.timezone} open={program.status !== 'ARCHIVED'} today={today} />
    </>
  );
}

interface CalendarOfProps {
  programId: string;
  timeZone: string;
  /** Whether its rules can be changed. */
  open: boolean;
  /** Such as 2026-12-24. */
  today: string;
}

const CalendarOf = memo(function CalendarOf({ programId, timeZone, open, today }: CalendarOfProps) {
  const [{ month: chosen, view, day, hide }, set] = useCalendarState();
  const month = chosen ?? today.slice(0, 7);
  const time = shownTime(month, view, timeZone);
  const query = useQuery(
    useTRPC().programs.calendar.queryOptions({ id: programId, from: time.from, to: time.to }, { placeholderData: keepPreviousData }),
  );
  const groups = GROUPS.filter((group) => query.data?.items.some((item) => groupOf(item) === group) || hide.includes(group));
  const go = (by: number) => void set({ month: monthAfter(month, by) });
  return (
    <>
      <CalendarToolbar
        title={monthText(`${month}-01`)}
        timeZone={timeZone}
        view={view}
        legend={{ groups, hidden: hide, onChange: (hidden) => void set({ hide: hidden }, { history: 'replace' }) }}
        onView={(next) => void set({ view: next })}
        onGo={go}
        onToday={() => void set({ month: null })}
      />
      <Detail query={query}>
        {(calendar) => (
          <Shown
            {...{ calendar, time, today, month, view, open, programId }}
            items={calendar.items.filter((item) => !hide.includes(groupOf(item))).map(shownItem)}
            onDay={(date) => void set({ day: date })}
            onMonth={(date) => void set({ month: date.slice(0, 7) })}
          />
        )}
      </Detail>
      {day !== null && <DaySheet {...{ programId, timeZone, date: day }} onClose={() => void set({ day: null })} />}
    </>
  );
});

interface ShownProps {
  calendar: ProgramCalendar;
  time: ShownTime;
  items: readonly ShownItem[];
  today: string;
  month: string;
  view: 'month' | 'windows';
  open: boolean;
  programId: string;
  onDay: (date: string) => void;
  onMonth: (date: string) => void;
}

function Shown({ calendar, time, items, today, month, view, open, programId, onDay, onMonth }: ShownProps) {
  const empty = items.length === 0 && (
    <p role="status" className="text-ink-soft mb-3">
      {calendar.items.length === 0
        ? 'Nothing has a time here: no rule begins or ends, no automation runs, and nothing expires.'
        : 'Everything that has a time here is hidden.'}
    </p>
  );
  return (
    <>
      {empty}
      {view === 'windows' ? (
        items.length > 0 && <Windows {...{ programId, items, today, open }} days={time.days} calendar={calendar} />
      ) : (
        <>
          <MonthGrid {...{ items, today, month, onDay, onMonth }} days={time.days} />
          <Agenda {...{ items, today, month, onDay }} timeZone={calendar.timezone} days={time.days} />
        </>
      )}
      <Notes calendar={calendar} />
    </>
  );
}
