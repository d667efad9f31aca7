/** Warns on other pages about webhook endpoints that keep failing; renders nothing if none does. */
'use client';
import type { Overview } from '@/contract/overview';
import { ScopedLink } from '@/components/shell/scoped-link';
import { RelativeTime } from '@/components/ui/relative-time';
import { DangerAlert } from '@/components/ui/danger-alert';

export function TroubledEndpoints({ endpoints }: { endpoints: Overview['troubled_endpoints'] }) {
  if (endpoints.length === 0) return null;
  return (
    <DangerAlert>
      <p className="font-medium">Failing webhooks</p>
      <ul>
        {endpoints.map(({ id, url, status, failing_since, consecutive_failures }) => (
          <li key={id}>
            <ScopedLink href={`/webhooks/${id}`} className="underline break-all">
              {url}
            </ScopedLink>{' '}
            {status === 'DISABLED' ? 'was disabled after' : 'has'} {consecutive_failures} failed attempts since{' '}
            <RelativeTime at={failing_since} />
          </li>
        ))}
      </ul>
    </DangerAlert>
  );
}
