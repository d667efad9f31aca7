import { EventPage, ListActivityEvents } from '@/contract/event';
import { presentEvent } from '@/server/api/present/event';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listParticipantEvents } from '@/server/services/events/get-event';

export const listActivityEventsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}/activity/events',
      summary: 'List the events of a participant',
      description:
        'Events in which the participant is the actor. `from` and `to` filter by ingestion time, `event_from` and `event_to` by when the event occurred; if you send both pairs, both apply.',
      errors: [404],
    }),
  )
  .input(ListActivityEvents)
  .output(EventPage)
  .query(async ({ ctx, input }) => presentPage(await listParticipantEvents(ctx, input), presentEvent));
