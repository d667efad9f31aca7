/** Replaces a part of the page that could not be loaded, and retries when the connection returns. */
'use client';
import { useEffect } from 'react';
import { Button } from './button';
import { cn } from './cn';

interface NotLoadedProps {
  onRetry: () => void;
  /** Whether the part would be above the page, like a dialog. */
  above: boolean;
}

export function NotLoaded({ onRetry, above }: NotLoadedProps) {
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div
      role="alert"
      className={cn(
        'panel flex items-center justify-between gap-4 py-2 pr-2 pl-3',
        above && 'fixed bottom-4 left-1/2 z-50 w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 shadow-xl',
      )}
    >
      <p>This part of the page could not be loaded. Check your connection and try again.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
