import { EventIngestion, EventRecord } from '@/contract/event';
import { presentEvent } from '@/server/api/present/event';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { ingestEvent } from '@/server/services/events/ingest-events';

export const ingestEventRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/events',
      summary: 'Send an event',
      description:
        'Stores the event and answers at once; the rules run afterwards. `program_id` and `idempotency_key` identify the event: if you send it again, you get the stored event back, even if the payload differs. Before you read balances, wait for the `event.completed` webhook or poll the event.',
      status: 202,
      idempotency: 'natural_key',
      example: {
        program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21',
        external_id: 'ada',
        idempotency_key: 'order-1042',
        event_data: { type: 'purchase', amount: 24.5 },
      },
      errors: [404, 409, 422],
    }),
  )
  .input(EventIngestion)
  .output(EventRecord)
  .mutation(({ ctx, input }) => ingestEvent(ctx, input).then(presentEvent));
