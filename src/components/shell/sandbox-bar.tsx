/** Says that this is a sandbox, what time it is in it, and lets that time be moved. */
'use client';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { AdvanceClockDialog } from './advance-clock';
import { useOrganizationNow } from './clock';
import { useMay } from './session';

const clockFace = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

export function SandboxBar() {
  const now = useOrganizationNow();
  const { change } = useMay();
  const [moving, setMoving] = useState(false);
  return (
    <div className="sandbox-bar bg-sandbox text-sandbox-ink sticky top-0 z-20 flex h-(--bar) items-center justify-center gap-x-4 px-4 text-xs font-medium whitespace-nowrap">
      <span className="inline-flex items-center gap-1.5">
        <FlaskConical className="size-3.5" aria-hidden />
        <span>
          Sandbox<span className="hidden sm:inline">: nothing here is real</span>
        </span>
      </span>
      <time className="tabular-nums" dateTime={new Date(now).toISOString()} suppressHydrationWarning>
        {clockFace.format(now)} UTC
      </time>
      {change && (
        <button type="button" className="rounded-[4px] underline underline-offset-2" onClick={() => setMoving(true)}>
          Move the clock
        </button>
      )}
      {moving && <AdvanceClockDialog onClose={() => setMoving(false)} />}
    </div>
  );
}
