import { EventPage, ListActivityEvents } from '@/contract/event';
import { GroupPath } from '@/contract/group';
import { presentEvent } from '@/server/api/present/event';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listGroupEvents } from '@/server/services/events/get-event';

export const listGroupEventsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/groups/{id}/activity/events',
      summary: 'List the events of the members of a group',
      description:
        'Events whose actor was a member of the group when the event arrived. `from` and `to` filter by ingestion time, `event_from` and `event_to` by when the event occurred; if you send both pairs, both apply. Groups have no list of redemptions, because only participants redeem; a group transfers value to a member who does.',
      errors: [404],
    }),
  )
  .input(ListActivityEvents.safeExtend(GroupPath.shape))
  .output(EventPage)
  .query(async ({ ctx, input }) => presentPage(await listGroupEvents(ctx, input), presentEvent));
