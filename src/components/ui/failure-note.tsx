/** Shows a failure: what to do, and the request id to quote. */
'use client';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RequestFailure } from '@/trpc/failure';
import { CopyableId } from './copyable-id';

export function FailureNote({ failure, action }: { failure: RequestFailure; action?: ReactNode }) {
  return (
    <div role="alert" className="bg-danger-soft border-danger/30 rounded-panel flex items-start gap-3 border p-3">
      <CircleAlert className="text-danger mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        <p>{failure.message}</p>
        {failure.requestId && (
          <p className="text-ink-soft mt-1 flex items-center gap-1 text-xs">
            Request <CopyableId id={failure.requestId} label="Request id" whole />
          </p>
        )}
      </div>
      {action}
    </div>
  );
}
