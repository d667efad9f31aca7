import { EventPath, EventRecord } from '@/contract/event';
import { presentEvent } from '@/server/api/present/event';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { retryEvent } from '@/server/services/events/retry-event';

export const retryEventRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/events/{id}/retry',
      summary: 'Process a FAILED event again',
      description: 'Use this once the cause of the failure is fixed. The event becomes PENDING, and the current rules run on it.',
      status: 202,
      errors: [404],
    }),
  )
  .input(EventPath)
  .output(EventRecord)
  .mutation(({ ctx, input }) => retryEvent(ctx, input.id).then(presentEvent));
