/**
 * Parts of a page that are fetched after it. The server renders their place alone: the browser takes such a part over later than
 * the page around it, when what the page has read meanwhile would no longer be what the server rendered.
 */
'use client';
import { Suspense, type ReactNode } from 'react';
import { useTakenOver } from './taken-over';

export interface LateProps {
  /** Stands in its place until it is there. */
  fallback?: ReactNode;
  children: ReactNode;
}

export function Late({ fallback = null, children }: LateProps) {
  const takenOver = useTakenOver();
  return <Suspense fallback={fallback}>{takenOver ? children : fallback}</Suspense>;
}
