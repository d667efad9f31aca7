/** One line of a timeline: what happened, its record and cause, and for an event the outcome of each rule. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useId, useState } from 'react';
import { EventEvaluations } from '@/components/events/evaluations';
import { ScopedLink } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Detail } from '@/components/ui/detail';
import { exactText, RelativeTime } from '@/components/ui/relative-time';
import { Tooltip } from '@/components/ui/tooltip';
import { useTRPC } from '@/trpc/client';
import { causesOf, kindOf, noteOf, recordOf, sentenceOf, type Names, type TimelineItemRow } from './words';

interface HappeningProps {
  row: TimelineItemRow;
  names: Names;
  onTravel?: ((at: string) => void) | undefined;
}

export function Happening({ row, names, onTravel }: HappeningProps) {
  const [asked, setAsked] = useState(false);
  const id = useId();
  const sentence = sentenceOf(row, names);
  const href = recordOf(row);
  const note = noteOf(row);
  const failed = row.kind === 'EVENT' && row.event.status === 'FAILED';
  return (
    <li className="px-3 py-2">
      <div className="flex items-start gap-x-3">
        <span className="text-ink-faint mt-0.5 hidden w-20 shrink-0 text-xs sm:block">{kindOf(row)}</span>
        <div className="min-w-0 flex-1">
          <p className="break-words">
            {href ? (
              <ScopedLink href={href} className="hover:text-accent font-medium hover:underline">
                {sentence}
              </ScopedLink>
            ) : (
              <span className="font-medium">{sentence}</span>
            )}{' '}
            {row.kind === 'EVENT' && row.event.status !== 'COMPLETED' && <StatusBadge status={row.event.status} />}
            {row.kind === 'DECISION' && <StatusBadge status={row.decision.status} />}
          </p>
          {note && <p className={failed ? 'text-danger break-words' : 'text-ink-soft break-words'}>{note}</p>}
          <Causes row={row} />
        </div>
        <span className="flex shrink-0 items-center gap-1">
          {row.kind === 'EVENT' && (
            <Button variant="quiet" size="small" aria-expanded={asked} aria-controls={id} onClick={() => setAsked(!asked)}>
              Why
            </Button>
          )}
          <span className="text-ink-soft text-xs">
            <RelativeTime at={row.at} />
          </span>
          {onTravel && (
            <Tooltip text="See the record then">
              <Button
                variant="quiet"
                size="small"
                className="px-1"
                aria-label={`See the record then, ${exactText(row.at)}`}
                onClick={() => onTravel(row.at)}
              >
                <History aria-hidden />
              </Button>
            </Tooltip>
          )}
        </span>
      </div>
      {row.kind === 'EVENT' && (
        <div id={id} hidden={!asked} className="mt-2">
          {asked && <Why eventId={row.event.id} />}
        </div>
      )}
    </li>
  );
}

/** The entry behind a redemption or transfer, and the event or decision behind any line: links that the sentence itself does not hold. */
function Causes({ row }: { row: TimelineItemRow }) {
  const links = causesOf(row);
  if (links.length === 0) return null;
  return (
    <p className="flex gap-3 text-xs">
      {links.map(({ href, text }) => (
        <ScopedLink key={href} href={href} className="text-accent hover:underline">
          {text}
        </ScopedLink>
      ))}
    </p>
  );
}

function Why({ eventId }: { eventId: string }) {
  const query = useQuery(useTRPC().events.get.queryOptions({ id: eventId }));
  return <Detail query={query}>{(event) => <EventEvaluations event={event} />}</Detail>;
}
