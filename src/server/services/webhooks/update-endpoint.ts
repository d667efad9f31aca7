/** Changes an endpoint's settings or status. When it stops being active, the deliveries queued for it fail. */
import type { UpdateWebhookEndpoint } from '@/contract/webhook';
import { changesNothingArchived } from '@/domain/archiving';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { failQueuedDeliveries } from '@/server/db/repositories/webhooks/webhook-attempts';
import { updateWebhookEndpointRow, type WebhookEndpointRow } from '@/server/db/repositories/webhooks/webhook-endpoints';
import { withTransaction } from '@/server/db/transaction';
import { assertTarget } from './assert-target';
import { getEndpointForUpdate } from './get-endpoint';

export const ENDPOINT_NOT_ACTIVE = { code: 'endpoint_disabled', message: 'The endpoint is not active.' } as const;

/** @throws DomainError not_found, invalid_status (archived), validation_error (url). */
export async function updateEndpoint(ctx: Ctx, { id, ...change }: UpdateWebhookEndpoint): Promise<WebhookEndpointRow> {
  if (change.url !== undefined) await assertTarget(change.url);
  return withTransaction(async (tx) => {
    const endpoint = await getEndpointForUpdate(ctx, tx, id);
    if (endpoint.status === 'ARCHIVED') {
      if (changesNothingArchived(change)) return endpoint;
      throw new DomainError('invalid_status', 'An archived endpoint cannot be changed; create a new one.', { param: 'id' });
    }
    const now = ctx.clock.now();
    const changed = applyChange(endpoint, change, now);
    await updateWebhookEndpointRow(tx, ctx.organization.id, changed);
    if (changed.status !== 'ACTIVE') await failQueuedDeliveries(tx, ctx.organization.id, id, ENDPOINT_NOT_ACTIVE, now);
    return changed;
  });
}

/** Archiving again changes nothing. @throws DomainError not_found. */
export async function archiveEndpoint(ctx: Ctx, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    const endpoint = await getEndpointForUpdate(ctx, tx, id);
    if (endpoint.status === 'ARCHIVED') return;
    const now = ctx.clock.now();
    await updateWebhookEndpointRow(tx, ctx.organization.id, applyChange(endpoint, { status: 'ARCHIVED' }, now));
    await failQueuedDeliveries(tx, ctx.organization.id, id, ENDPOINT_NOT_ACTIVE, now);
  });
}

/** A new URL or re-enabling clears the endpoint's record of failures. */
function applyChange(endpoint: WebhookEndpointRow, change: Omit<UpdateWebhookEndpoint, 'id'>, now: Date): WebhookEndpointRow {
  const { url, description, enabled_events, status } = change;
  const resumes = status === 'ACTIVE' && endpoint.status !== 'ACTIVE';
  const moves = url !== undefined && url !== endpoint.url;
  return {
    ...endpoint,
    url: url ?? endpoint.url,
    description: description === undefined ? endpoint.description : description,
    enabled_events: enabled_events ? [...new Set(enabled_events)] : endpoint.enabled_events,
    status: status ?? endpoint.status,
    rate_limited_until: resumes ? null : endpoint.rate_limited_until,
    ...((resumes || moves) && { failing_since: null, consecutive_failures: 0, pace: 'PROMPT' as const }),
    ...disabling(endpoint, status ?? endpoint.status, now),
    updated_at: now,
    deleted_at: status === 'ARCHIVED' ? now : endpoint.deleted_at,
  };
}

function disabling(
  { disabled_at, disabled_reason }: WebhookEndpointRow,
  status: WebhookEndpointRow['status'],
  now: Date,
): Pick<WebhookEndpointRow, 'disabled_at' | 'disabled_reason'> {
  if (status !== 'DISABLED') return { disabled_at: null, disabled_reason: null };
  return { disabled_at: disabled_at ?? now, disabled_reason: disabled_reason ?? 'REQUESTED' };
}
