/** Replaces a page that failed: what to do, and the id to quote. */
'use client';
import { Button } from './button';
import { CopyableId } from './copyable-id';

export const FailurePage = ({ reference, onRetry }: { reference?: string; onRetry: () => void }) => (
  <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 p-4 text-center">
    <h1 className="text-xl font-semibold">This page could not be shown</h1>
    <p className="text-ink-soft">Try again. If it happens again, report the reference below.</p>
    <Button variant="primary" onClick={onRetry}>
      Try again
    </Button>
    {reference && (
      <p className="text-ink-faint flex items-center gap-1 text-xs">
        Request <CopyableId id={reference} label="Request id" whole />
      </p>
    )}
  </div>
);
