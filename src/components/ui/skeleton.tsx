/** Grey bars in the place of what is loading, and only when it takes longer than a glance. */
'use client';
import { useEffect, useState } from 'react';
import { cn } from './cn';

const GLANCE_MS = 200;

/** True once `active` has held for longer than a glance. */
export function useDelayed(active: boolean): boolean {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setElapsed(true), GLANCE_MS);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [active]);
  return active && elapsed;
}

export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('bg-sunken block h-4 animate-pulse rounded-[4px]', className)} />
);
