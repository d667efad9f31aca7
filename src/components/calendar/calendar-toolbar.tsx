/** Moves the calendar from month to month, and chooses how it is shown. */
'use client';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { presses } from '@/components/ui/keys';
import { CALENDAR_VIEWS, type CalendarView } from './calendar-state';
import { Legend } from './legend';

const VIEW_LABELS: Readonly<Record<CalendarView, string>> = { month: 'Month', windows: 'Windows' };

interface CalendarToolbarProps {
  title: string;
  timeZone: string;
  view: CalendarView;
  legend: ComponentProps<typeof Legend>;
  onView: (view: CalendarView) => void;
  /** By a number of months. */
  onGo: (by: number) => void;
  onToday: () => void;
}

export const CalendarToolbar = ({ title, timeZone, view, legend, onView, onGo, onToday }: CalendarToolbarProps) => (
  <div className="mb-3 flex flex-col gap-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="flex items-center gap-1">
        <Button size="icon" variant="quiet" aria-label="Previous month" onClick={() => onGo(-1)} {...presses('previous')}>
          <ChevronLeft aria-hidden />
        </Button>
        <Button size="icon" variant="quiet" aria-label="Next month" onClick={() => onGo(1)} {...presses('next')}>
          <ChevronRight aria-hidden />
        </Button>
        <Button onClick={onToday}>Today</Button>
      </div>
      <h2 aria-live="polite" className="text-base font-semibold">
        {title}
      </h2>
      <p className="text-ink-soft text-xs">
        {view === 'windows' && 'Eight weeks · '}Days in {timeZone}
      </p>
      <div role="group" aria-label="View" className="ml-auto flex">
        {CALENDAR_VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === view}
            onClick={() => onView(each)}
            className={cn(
              'border-line-strong first:rounded-l-control last:rounded-r-control h-8 border px-3 font-medium not-first:-ml-px',
              each === view ? 'border-accent bg-accent text-accent-ink' : 'bg-surface text-ink hover:bg-sunken',
            )}
          >
            {VIEW_LABELS[each]}
          </button>
        ))}
      </div>
    </div>
    {legend.groups.length > 0 && <Legend {...legend} />}
  </div>
);
