/** Resends one delivery that has ended. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { findDeliveryState, queueDeliveryAgain } from '@/server/db/repositories/webhooks/webhook-deliveries';
import { withTransaction } from '@/server/db/transaction';
import { wake } from '@/server/platform/wake';
import { getDelivery, type DeliveryWithAttempts } from './get-delivery';
import { getActiveEndpointForUpdate } from './get-endpoint';

/** The delivery starts over, with all its attempts. @throws DomainError not_found, invalid_status (not ended, or endpoint not active). */
export async function resendDelivery(ctx: Ctx, id: string): Promise<DeliveryWithAttempts> {
  const { endpoint_id } = await getDelivery(ctx, id);
  await withTransaction(async (tx) => {
    await getActiveEndpointForUpdate(ctx, tx, endpoint_id);
    const delivery = await findDeliveryState(tx, ctx.organization.id, id);
    if (delivery?.status !== 'DELIVERED' && delivery?.status !== 'FAILED') {
      throw new DomainError('invalid_status', 'The delivery has not ended yet; only a DELIVERED or FAILED delivery can be sent again.', {
        param: 'id',
      });
    }
    await queueDeliveryAgain(tx, ctx.organization.id, id, ctx.clock.now());
    tx.afterCommit(() => wake('deliver-webhooks'));
  });
  return getDelivery(ctx, id);
}
