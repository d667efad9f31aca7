/** Says what is wrong with an endpoint and what to do; renders nothing otherwise. */
'use client';
import type { WebhookEndpoint } from '@/contract/webhook';
import { NOTICED_FAILURES } from '@/domain/webhooks/health';
import { RelativeTime } from '@/components/ui/relative-time';
import { DangerAlert } from '@/components/ui/danger-alert';

export function EndpointNotice({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (endpoint.disabled_reason === 'SUSTAINED_FAILURE') {
    return (
      <DangerAlert>
        <p>
          Disabled <RelativeTime at={endpoint.disabled_at} />, because every attempt since <RelativeTime at={endpoint.failing_since} /> has
          failed. Its queued deliveries have failed.
        </p>
        <p className="text-ink-soft mt-1">Repair the receiver, then choose “Enable and recover”: failed deliveries are sent again.</p>
      </DangerAlert>
    );
  }
  if (endpoint.status === 'DISABLED') {
    return (
      <DangerAlert>
        Disabled by hand <RelativeTime at={endpoint.disabled_at} />. Nothing is queued for it until it is enabled again.
      </DangerAlert>
    );
  }
  if (endpoint.status !== 'ACTIVE' || endpoint.consecutive_failures < NOTICED_FAILURES) return null;
  return (
    <DangerAlert>
      The last {endpoint.consecutive_failures} attempts since <RelativeTime at={endpoint.failing_since} /> failed. After 5 days without a
      success the endpoint is disabled.
    </DangerAlert>
  );
}
