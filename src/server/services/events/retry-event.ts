/** Puts a FAILED event back in the queue, after a person has mended the cause. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';
import { requeueEvent, type EventRow } from '@/server/db/repositories/events';
import { withTransaction } from '@/server/db/transaction';
import { wake } from '@/server/wake';
import { getEvent } from './get-event';

/** @throws DomainError not_found, invalid_status unless the event is FAILED. */
export function retryEvent(ctx: Ctx, id: string): Promise<EventRow> {
  return withTransaction(async (tx) => {
    const requeued = await requeueEvent(tx, ctx.organization.id, id, ctx.clock.now());
    if (!requeued) {
      const { status } = await getEvent(ctx, id);
      throw new DomainError('invalid_status', `Only a FAILED event can be retried; this one is ${status}.`, { param: 'id' });
    }
    tx.afterCommit(() => wake('process-events'));
    return requeued;
  });
}
