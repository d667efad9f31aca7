/** Recoveries: re-sending what failed at a webhook endpoint, and the progress of that. */
import { z } from 'zod';
import { listQuery, pageOf } from './page';
import { Timestamp, Uuid } from './primitives';
import { WebhookEndpointPath } from './webhook';

export const WebhookRecovery = z
  .strictObject({
    id: Uuid,
    endpoint_id: Uuid,
    status: z
      .enum(['RUNNING', 'COMPLETED', 'CANCELLED'])
      .describe(
        'Status of the recovery. `COMPLETED`: each delivery was attempted at least once; those that failed again are retried on schedule. `CANCELLED`: the endpoint stopped being active.',
      ),
    from: Timestamp,
    to: Timestamp.nullable(),
    total: z.int().min(0).describe('Number of failed deliveries found when the recovery started.'),
    queued: z.int().min(0).describe('Number of deliveries queued again so far, oldest first.'),
    delivered: z.int().min(0).describe('Number of requeued deliveries that are DELIVERED by now.'),
    failed: z.int().min(0).describe('Number of requeued deliveries that have FAILED again by now.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookRecovery' });
export type WebhookRecovery = z.infer<typeof WebhookRecovery>;

export const RecoverWebhookEndpoint = WebhookEndpointPath.extend({
  from: Timestamp.describe(
    "Deliveries that failed at or after this time are sent again. Use the endpoint's `failing_since` to cover its whole current outage.",
  ),
  to: Timestamp.optional().describe('Only deliveries created before this time are sent again.'),
}).refine(({ from, to }) => to === undefined || Date.parse(from) < Date.parse(to), {
  path: ['from'],
  message: '`from` must be earlier than `to`.',
  params: { reason: 'out_of_range', expected: 'earlier than to' },
});
export type RecoverWebhookEndpoint = z.infer<typeof RecoverWebhookEndpoint>;

export const RecoverableDeliveries = z.strictObject({ total: z.int().min(0).describe('Number of deliveries that would be sent again.') });

export const WebhookRecoveryPath = WebhookEndpointPath.extend({ recovery_id: Uuid });
export type WebhookRecoveryPath = z.infer<typeof WebhookRecoveryPath>;

export const ListWebhookRecoveries = listQuery({ id: Uuid });
export type ListWebhookRecoveries = z.infer<typeof ListWebhookRecoveries>;
export const WebhookRecoveryPage = pageOf(WebhookRecovery);
