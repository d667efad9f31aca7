/** Sends again what has ended: one delivery, or all that failed at an endpoint in a window of time. */
import type { RecoverWebhookEndpoint } from '@/contract/webhook';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';
import { findWebhookDeliveryForUpdate, queueDeliveryAgain, queueFailedAgain } from '@/server/db/repositories/webhook-deliveries';
import { withTransaction } from '@/server/db/transaction';
import { wake } from '@/server/wake';
import { getDelivery, type DeliveryWithAttempts } from './get-delivery';
import { getActiveEndpointForUpdate } from './get-endpoint';

/** The delivery begins anew, with all its attempts. @throws DomainError not_found, invalid_status (not ended, or its endpoint is not active). */
export async function resendDelivery(ctx: Ctx, id: string): Promise<DeliveryWithAttempts> {
  const { endpoint_id } = await getDelivery(ctx, id);
  await withTransaction(async (tx) => {
    await getActiveEndpointForUpdate(ctx, tx, endpoint_id);
    const delivery = await findWebhookDeliveryForUpdate(tx, ctx.organization.id, id);
    if (delivery?.status !== 'DELIVERED' && delivery?.status !== 'FAILED') {
      throw new DomainError('invalid_status', 'The delivery has not ended yet; only one that is DELIVERED or FAILED can be sent again.', {
        param: 'id',
      });
    }
    await queueDeliveryAgain(tx, ctx.organization.id, id, ctx.clock.now());
    tx.afterCommit(() => wake('deliver-webhooks'));
  });
  return getDelivery(ctx, id);
}

/** Returns how many deliveries begin anew. @throws DomainError not_found, invalid_status (endpoint not active). */
export function recoverEndpoint(ctx: Ctx, { id, from, to }: RecoverWebhookEndpoint): Promise<number> {
  return withTransaction(async (tx) => {
    await getActiveEndpointForUpdate(ctx, tx, id);
    const window = { from: new Date(from), to: to === undefined ? null : new Date(to) };
    const queued = await queueFailedAgain(tx, ctx.organization.id, id, window, ctx.clock.now());
    if (queued > 0) tx.afterCommit(() => wake('deliver-webhooks'));
    return queued;
  });
}
