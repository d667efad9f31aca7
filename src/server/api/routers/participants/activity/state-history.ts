import { ListStateHistory, StateHistoryPage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentStateHistoryEntry } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listParticipantStateHistory } from '@/server/services/state/list-state-history';

export const listStateHistoryRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}/activity/state-history',
      summary: "List the changes of a participant's tags, attributes, counters and tiers",
      description: 'Each change with its value before and after, and who or what made it. What changes nothing leaves no row.',
      errors: [404],
    }),
  )
  .input(ListStateHistory)
  .output(StateHistoryPage)
  .query(async ({ ctx, input }) => presentPage(await listParticipantStateHistory(ctx, input), presentStateHistoryEntry));
