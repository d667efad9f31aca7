/** What is waited for: assistive technology is told from the first moment, and something is drawn only when it takes longer than a glance. */
'use client';
import { useEffect, useState, type ReactNode } from 'react';

const GLANCE_MS = 200;

/** What is seen of waiting, once it has lasted longer than a glance. */
export function Delayed({ children }: { children: ReactNode }) {
  const [elapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), GLANCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return elapsed && children;
}

/** Stands where data or a part of the page will. */
export const Waiting = ({ className, children }: { className?: string; children?: ReactNode }) => (
  <div aria-busy="true" className={className}>
    {children && <Delayed>{children}</Delayed>}
  </div>
);
