/** Tells whether the page is being printed, where nothing can be pressed, hovered or waited for. */
import { useSyncExternalStore } from 'react';

let since: number | null = null;
const listeners = new Set<() => void>();

function tell(at: number | null): void {
  since = at;
  for (const listener of listeners) listener();
}

const begin = (): void => tell(Date.now());
const end = (): void => tell(null);

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** The time printing began, in milliseconds; null on screen. */
export const usePrinting = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => since,
    () => null,
  );
