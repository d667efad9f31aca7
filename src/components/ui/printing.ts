/** Whether the page is on its way to paper, where nothing can be pressed, pointed at or waited for. */
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

/** In milliseconds, when it began; null on a screen. */
export const usePrinting = (): number | null =>
  useSyncExternalStore(
    subscribe,
    () => since,
    () => null,
  );
