/** Requeues a FAILED event, after a person has fixed the cause. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import { requeueEvent } from '@/server/db/repositories/events/event-queue';
import { withTransaction } from '@/server/db/transaction';
import { wake } from '@/server/platform/wake';
import { getEvent } from './get-event';

/** @throws DomainError not_found, invalid_status unless the event is FAILED. */
export async function retryEvent(ctx: Ctx, id: string): Promise<EventRow> {
  const requeued = await withTransaction((tx) => requeueEvent(tx, ctx.organization.id, id, ctx.clock.now()));
  // Read outside the transaction: taking a second connection while holding one can exhaust the pool.
  if (!requeued) {
    const { status } = await getEvent(ctx, id);
    throw new DomainError('invalid_status', `Only a FAILED event can be retried; this one is ${status}.`, { param: 'id' });
  }
  wake('process-events');
  return requeued;
}
