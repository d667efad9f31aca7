/** A loading placeholder: announced to assistive technology at once, drawn only after a short delay. */
'use client';
import { useEffect, useState, type ReactNode } from 'react';

const GLANCE_MS = 200;

/** Renders its children only after the delay. */
export function Delayed({ children }: { children: ReactNode }) {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), GLANCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return elapsed && children;
}

/** Replaces data or a part of the page that is loading. */
export const Waiting = ({ className, children }: { className?: string; children?: ReactNode }) => (
  <div aria-busy="true" className={className}>
    {children && <Delayed>{children}</Delayed>}
  </div>
);
