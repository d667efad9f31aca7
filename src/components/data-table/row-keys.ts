/** Walks a table without the mouse: j and k move between rows, Enter opens the one in focus. */
'use client';
import { useEffect, type RefObject } from 'react';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"][aria-modal="true"], [role="menu"], [role="listbox"]';

export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'j' && event.key !== 'k') return;
      if (event.metaKey || event.ctrlKey || event.altKey || (event.target as Element | null)?.closest(TYPING)) return;
      const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[tabindex]') ?? [])];
      const focused = rows.findIndex((row) => row.contains(document.activeElement));
      const current = focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute('aria-selected') === 'true');
      const next = event.key === 'j' ? Math.min(current + 1, rows.length - 1) : Math.max(current - 1, 0);
      rows[next]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body]);
}
