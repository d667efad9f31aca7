/** Names the groups of what is shown with their colours; pressing one hides or shows it. */
'use client';
import { cn } from '@/components/ui/cn';
import { GROUP_LOOKS, type CalendarGroup } from './kinds';

interface LegendProps {
  groups: readonly CalendarGroup[];
  hidden: readonly CalendarGroup[];
  onChange: (hidden: CalendarGroup[]) => void;
}

export const Legend = ({ groups, hidden, onChange }: LegendProps) => (
  <div role="group" aria-label="Show" className="flex flex-wrap gap-1">
    {groups.map((group) => {
      const isShown = !hidden.includes(group);
      return (
        <button
          key={group}
          type="button"
          aria-pressed={isShown}
          onClick={() => onChange(isShown ? [...hidden, group] : hidden.filter((other) => other !== group))}
          className={cn(
            'rounded-control border-line-strong hover:bg-sunken flex h-7 items-center gap-1.5 border px-2 text-xs font-medium',
            isShown ? 'bg-surface text-ink' : 'text-ink-faint line-through',
          )}
        >
          <span aria-hidden className={cn('size-2 rounded-full', isShown ? GROUP_LOOKS[group].swatch : 'bg-line-strong')} />
          {GROUP_LOOKS[group].label}
        </button>
      );
    })}
  </div>
);
