/** Puts a FAILED event back in the queue, after a person has mended the cause. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';
import { requeueEvent, type EventRow } from '@/server/db/repositories/events';
import { withTransaction } from '@/server/db/transaction';
import { wake } from '@/server/wake';
import { getEvent } from './get-event';

/** @throws DomainError not_found, invalid_status unless the event is FAILED. */
export async function retryEvent(ctx: Ctx, id: string): Promise<EventRow> {
  const requeued = await withTransaction((tx) => requeueEvent(tx, ctx.organization.id, id, ctx.clock.now()));
  // Asked outside the transaction: a second connection taken while one is held can starve everybody.
  if (!requeued) {
    const { status } = await getEvent(ctx, id);
    throw new DomainError('invalid_status', `Only a FAILED event can be retried; this one is ${status}.`, { param: 'id' });
  }
  wake('process-events');
  return requeued;
}
