/** Provides the current time of the organization's clock, which in a sandbox may be ahead of real time. */
'use client';
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';

const TICK_MS = 1_000;
const Offset = createContext(0);

export const ClockProvider = ({ offsetMs, children }: { offsetMs: number; children: ReactNode }) => (
  <Offset value={offsetMs}>{children}</Offset>
);

let second = Math.floor(Date.now() / TICK_MS) * TICK_MS;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer drives every clock on the page, and stops when there is none. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  second = Math.floor(Date.now() / TICK_MS) * TICK_MS;
  for (const listener of listeners) listener();
}

const currentSecond = (): number => second;

/**
 * The time in milliseconds, ticking once a second.
 * @param real gives real time, for what follows it (keys, sessions, deliveries).
 */
export function useOrganizationNow(real = false): number {
  const offset = useContext(Offset);
  const now = useSyncExternalStore(subscribe, currentSecond, currentSecond);
  return real ? now : now + offset;
}
