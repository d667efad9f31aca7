import { EventPage, ListEvents } from '@/contract/event';
import { presentEvent } from '@/server/api/present/event';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listEvents } from '@/server/services/events/get-event';

export const listEventsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/events',
      summary: 'List events',
      description:
        '`from` and `to` filter by ingestion time, `event_from` and `event_to` by when the event occurred; if you send both pairs, both apply.',
      errors: [],
    }),
  )
  .input(ListEvents)
  .output(EventPage)
  .query(async ({ ctx, input }) => presentPage(await listEvents(ctx, input), presentEvent));
