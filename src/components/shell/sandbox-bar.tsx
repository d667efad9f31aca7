/** Says that this is a sandbox, and what time it is in it. */
'use client';
import { FlaskConical } from 'lucide-react';
import { useOrganizationNow } from './clock';

const clockFace = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

export function SandboxBar() {
  const now = useOrganizationNow();
  return (
    <div className="bg-sandbox text-sandbox-ink flex min-h-8 flex-wrap items-center justify-center gap-x-4 px-4 py-1 text-xs font-medium">
      <span className="inline-flex items-center gap-1.5">
        <FlaskConical className="size-3.5" aria-hidden /> Sandbox: nothing here is real
      </span>
      <time className="tabular-nums" dateTime={new Date(now).toISOString()} suppressHydrationWarning>
        {clockFace.format(now)} UTC
      </time>
    </div>
  );
}
