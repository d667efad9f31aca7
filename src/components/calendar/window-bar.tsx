/** One stretch of a row of days: what lasts as a bar, what happens on single days as a mark, and the handles of a rule's window. */
'use client';
import type { CalendarDay, TimeSpan } from '@/domain/calendar/days';
import { daysTouched } from '@/domain/calendar/days';
import { sharedParts, type Segment } from '@/domain/calendar/layout';
import type { WindowEdge } from '@/domain/calendar/window-change';
import type { CalendarWords } from '@/domain/calendar/words';
import { cn } from '@/components/ui/cn';
import { chipOf, GROUP_LOOKS, groupOf } from './kinds';
import type { ShownItem } from './shown-item';
import type { WindowChange } from './use-window-draft';
import { WindowHandle } from './window-handle';

interface WindowBarProps {
  segment: Segment<ShownItem>;
  days: readonly CalendarDay[];
  words: CalendarWords;
  /** The stored window of the rule that the bar shows, if it can be changed. */
  rule: ShownItem | null;
  change: WindowChange;
  /** When other rules react to the same events. */
  overlaps: readonly TimeSpan[];
}

const STRIPES = 'repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 5px)';

export function WindowBar({ segment, days, words, rule, change, overlaps }: WindowBarProps) {
  const [item] = segment.items;
  const isMark =
    item.to !== null &&
    item.from !== null &&
    segment.first === segment.last &&
    item.kind !== 'CAMPAIGN' &&
    item.kind !== 'RULE' &&
    item.kind !== 'REWARD';
  const text = segment.items.map(({ source }) => source.sentence).join(' ');
  const shared = sharedParts(
    segment,
    overlaps.flatMap((span) => daysTouched(span, days) ?? []),
  );
  const isChanged = rule !== null && change.draft?.item.id === rule.id;
  return (
    <div className="relative flex h-7 items-center" title={text}>
      {isMark ? (
        <span aria-hidden className={cn('mx-auto size-2.5 rounded-full', GROUP_LOOKS[groupOf(item)].swatch)} />
      ) : (
        <span
          aria-hidden
          className={cn(
            'relative block h-5 w-full overflow-hidden border border-current/40',
            chipOf(item),
            begins(item, days) && 'rounded-l-[4px]',
            ends(item, days) && 'rounded-r-[4px]',
            item.status === 'SUSPENDED' && 'border-dashed',
            isChanged && 'ring-accent ring-2',
          )}
        >
          {shared.map(({ from, to }) => (
            <span
              key={from}
              className="absolute inset-y-0 opacity-50"
              style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%`, backgroundImage: STRIPES }}
            />
          ))}
        </span>
      )}
      <span className="sr-only">{text}</span>
      {rule && <Handles {...{ segment, days, words, rule, change, item }} />}
    </div>
  );
}

const begins = ({ from }: TimeSpan, days: readonly CalendarDay[]): boolean =>
  from !== null && days[0] !== undefined && from >= days[0].start;
function ends({ to }: TimeSpan, days: readonly CalendarDay[]): boolean {
  const last = days.at(-1);
  return to !== null && last !== undefined && to <= last.end;
}

interface HandlesProps extends Pick<WindowBarProps, 'segment' | 'days' | 'words' | 'change'> {
  rule: ShownItem;
  /** The rule with its window as it is being changed. */
  item: ShownItem;
}

/** At most a handle at each end that is in sight. */
function Handles({ segment: { first, last }, days, words, rule, change, item }: HandlesProps) {
  const moving = (edge: WindowEdge) => (day: number) => {
    const date = days[day]?.date;
    if (date !== undefined) change.move(rule, edge, date);
  };
  const common = { onSave: () => change.save(), onRestore: change.restore };
  return (
    <>
      {item.from !== null && begins(item, days) && (
        <WindowHandle
          edge="from"
          label={`Beginning of ${rule.name}`}
          text={words.moment(item.from)}
          at={first}
          min={0}
          max={last}
          onMove={moving('from')}
          {...common}
        />
      )}
      {item.to !== null && ends(item, days) && (
        <WindowHandle
          edge="to"
          label={`End of ${rule.name}`}
          text={words.end(item.to)}
          at={last}
          min={first}
          max={days.length - 1}
          onMove={moving('to')}
          {...common}
        />
      )}
    </>
  );
}
