/** Disables an endpoint that has failed for too long, and fails the deliveries queued for it. */
import { isSustained } from '@/domain/webhooks/health';
import { failQueuedDeliveries } from '@/server/db/repositories/webhooks/webhook-attempts';
import { findWebhookEndpointForUpdate, updateWebhookEndpointRow } from '@/server/db/repositories/webhooks/webhook-endpoints';
import { withTransaction } from '@/server/db/transaction';
import { ENDPOINT_NOT_ACTIVE } from './update-endpoint';

/**
 * Checks again under the lock: a success, or a person who re-enabled the endpoint or changed its URL, may have come first.
 * @param now time of the failed attempt, on the organization's clock.
 */
export async function disableFailingEndpoint(organizationId: string, id: string, now: Date): Promise<void> {
  await withTransaction(async (tx) => {
    const endpoint = await findWebhookEndpointForUpdate(tx, organizationId, id);
    if (endpoint?.status !== 'ACTIVE') return;
    if (!isSustained({ since: endpoint.failing_since, failures: endpoint.consecutive_failures }, now)) return;
    await updateWebhookEndpointRow(tx, organizationId, {
      ...endpoint,
      status: 'DISABLED',
      disabled_at: now,
      disabled_reason: 'SUSTAINED_FAILURE',
      updated_at: now,
    });
    await failQueuedDeliveries(tx, organizationId, id, ENDPOINT_NOT_ACTIVE, now);
  });
}
