/** Keyboard control of a table: j, k and the arrows move between rows, Enter opens the focused one, x or Space selects it. */
'use client';
import { useEffect, useRef, type RefObject } from 'react';
import { isForPage, isShortcut } from '@/components/ui/keys';

/** How the keys change the selection. */
interface ChoosingKeys {
  readonly rows: readonly unknown[];
  readonly toggle: (id: string) => void;
  readonly extend: (from: string, to: string) => void;
  readonly clear: () => void;
}

const rowsOf = (body: HTMLElement | null): HTMLElement[] => [...(body?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? [])];

/** -1 and 1 for the keys that move; arrows move only from a row, because elsewhere they scroll. */
function stepOf({ key, target }: KeyboardEvent, letters: boolean): -1 | 0 | 1 {
  const onRow = target instanceof HTMLElement && target.matches('tr[tabindex]');
  if ((letters && key === 'j') || (onRow && key === 'ArrowDown')) return 1;
  if ((letters && key === 'k') || (onRow && key === 'ArrowUp')) return -1;
  return 0;
}

function walk(event: KeyboardEvent, rows: readonly HTMLElement[], focused: number, choosing: ChoosingKeys | null): void {
  const step = stepOf(event, isShortcut(event));
  if (step === 0) return;
  const current = focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute('aria-selected') === 'true');
  const next = rows[step > 0 ? Math.min(current + 1, rows.length - 1) : Math.max(current - 1, 0)];
  if (event.key.startsWith('Arrow')) event.preventDefault();
  const from = rows[focused]?.dataset.row;
  if (event.shiftKey && event.key.startsWith('Arrow') && from && next?.dataset.row) choosing?.extend(from, next.dataset.row);
  next?.focus();
}

function choose(event: KeyboardEvent, row: HTMLElement | undefined, choosing: ChoosingKeys): void {
  const isX = event.key === 'x' && isShortcut(event);
  const isSpace = event.key === ' ' && event.target === row;
  if (row?.dataset.row && (isX || isSpace)) {
    event.preventDefault();
    choosing.toggle(row.dataset.row);
  }
  // Escape first closes the detail beside the list.
  if (event.key === 'Escape' && choosing.rows.length > 0 && document.querySelector('[role="dialog"]') === null) choosing.clear();
}

export function useRowKeys(body: RefObject<HTMLElement | null>, choosing: ChoosingKeys | null): void {
  const latest = useRef(choosing);
  useEffect(() => {
    latest.current = choosing;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      const rows = rowsOf(body.current);
      const focused = rows.findIndex((row) => row.contains(document.activeElement));
      walk(event, rows, focused, latest.current);
      if (latest.current) choose(event, rows[focused], latest.current);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body]);
}
