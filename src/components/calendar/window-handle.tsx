/** The beginning or the end of a rule's window: dragged to another day, or moved with arrow keys; Enter saves, Escape restores. */
'use client';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { WindowEdge } from '@/domain/calendar/window-change';
import { cn } from '@/components/ui/cn';

interface WindowHandleProps {
  edge: WindowEdge;
  /** Such as `End of Double`. */
  label: string;
  /** The day at which it is, in words. */
  text: string;
  /** Days by their place among those shown. */
  at: number;
  min: number;
  max: number;
  onMove: (day: number) => void;
  onSave: () => void;
  onRestore: () => void;
}

export function WindowHandle({ edge, label, text, at, min, max, onMove, onSave, onRestore }: WindowHandleProps) {
  const moveTo = (day: number) => {
    const next = Math.min(max, Math.max(min, day));
    if (next !== at) onMove(next);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => moveTo(at - 1),
    ArrowDown: () => moveTo(at - 1),
    ArrowRight: () => moveTo(at + 1),
    ArrowUp: () => moveTo(at + 1),
    PageDown: () => moveTo(at - 7),
    PageUp: () => moveTo(at + 7),
    Home: () => moveTo(min),
    End: () => moveTo(max),
    Enter: onSave,
    Escape: onRestore,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const day = dayUnder(event.currentTarget, event.clientX);
    if (day !== null) moveTo(day);
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={at}
      aria-valuetext={text}
      title={`${label}: ${text}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      className={cn(
        'group absolute inset-y-0 z-2 flex w-6 cursor-ew-resize touch-none items-center justify-center rounded-[3px]',
        edge === 'from' ? '-left-4' : '-right-4',
      )}
    >
      <span aria-hidden className="border-surface bg-accent h-5 w-2 rounded-full border group-hover:h-6 group-hover:w-2.5" />
    </span>
  );
}

/** The shown day at a horizontal position, beyond the first and last one too; null where days cannot be seen. */
function dayUnder(element: HTMLElement, x: number): number | null {
  const days = element.closest('table')?.querySelectorAll<HTMLElement>('th[data-day]');
  const [first, last] = [days?.item(0), days?.item(days.length - 1)];
  if (!days || !first || !last) return null;
  const [left, right] = [first.getBoundingClientRect().left, last.getBoundingClientRect().right];
  return right > left ? Math.floor(((x - left) / (right - left)) * days.length) : null;
}
