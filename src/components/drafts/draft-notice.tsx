/** Tells above a form that a draft was restored, or that someone else saved meanwhile. */
'use client';
import { Button } from '@/components/ui/button';

export interface DraftNoticeProps {
  /** Whether the draft was written before the page loaded. */
  restored?: boolean;
  /** Whether someone else has saved since the draft began. */
  overtaken: boolean;
  /** Restarts from what is saved. */
  discard: () => void;
}

export function DraftNotice({ restored = false, overtaken, discard }: DraftNoticeProps) {
  if (!restored && !overtaken) return null;
  return (
    <div role="status" className="bg-info-soft rounded-panel flex flex-wrap items-center justify-between gap-2 py-2 pr-2 pl-3">
      <p>
        {overtaken
          ? 'Someone saved a newer version. Your edits are still here; everything else is as they saved it.'
          : 'Your unsaved changes are still here.'}
      </p>
      <Button size="small" onClick={discard}>
        {overtaken ? 'Load the newer version' : 'Discard it'}
      </Button>
    </div>
  );
}
