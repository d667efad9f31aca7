/** Everything that a day has a part in, in full sentences with the way to each, beside the calendar. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { dateAfter, startOfDate } from '@/domain/calendar/days';
import { ScopedLink } from '@/components/shell/scoped-link';
import { Detail, Part } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Sheet } from '@/components/ui/sheet';
import { StatusBadge } from '@/components/ui/badge';
import { useTRPC } from '@/trpc/client';
import { dateText } from './calendar-state';
import { GROUP_LOOKS, groupOf, GROUPS, pageOf } from './kinds';
import { Notes } from './notes';

interface DaySheetProps {
  programId: string;
  timeZone: string;
  /** Such as 2026-12-24. */
  date: string;
  onClose: () => void;
}

export function DaySheet({ programId, timeZone, date, onClose }: DaySheetProps) {
  const [from, to] = [startOfDate(date, timeZone), startOfDate(dateAfter(date, 1), timeZone)];
  const query = useQuery(useTRPC().programs.calendar.queryOptions({ id: programId, from: from.toISOString(), to: to.toISOString() }));
  return (
    <Sheet open onClose={onClose} title={dateText(date)}>
      <Detail query={query}>
        {(calendar) => (
          <>
            {calendar.items.length === 0 && <EmptyState title="Nothing has a time on this day." />}
            {GROUPS.map((group) => {
              const items = calendar.items.filter((item) => groupOf(item) === group);
              return (
                items.length > 0 && (
                  <Part key={group} title={GROUP_LOOKS[group].label}>
                    <ul className="panel divide-line divide-y">
                      {items.map((item) => (
                        <li
                          key={`${item.id}/${item.asset_id}/${item.from}`}
                          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2"
                        >
                          <span className="min-w-0 flex-1 basis-64">{item.sentence}</span>
                          {item.status !== null && item.status !== 'ACTIVE' && <StatusBadge status={item.status} />}
                          <ScopedLink
                            href={pageOf(item, programId)}
                            aria-label={`Open ${item.name}`}
                            className="text-accent text-xs underline"
                          >
                            Open
                          </ScopedLink>
                        </li>
                      ))}
                    </ul>
                  </Part>
                )
              );
            })}
            <Notes calendar={calendar} />
          </>
        )}
      </Detail>
    </Sheet>
  );
}
