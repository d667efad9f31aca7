import { ListParticipants, ParticipantPage } from '@/contract/participant';
import { presentPage } from '@/server/api/present/page';
import { presentParticipant } from '@/server/api/present/participant';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listParticipants } from '@/server/services/participants/get-participant';

export const listParticipantsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants',
      summary: 'List participants',
      description: '`search` matches the external id, email address and names.',
      errors: [],
    }),
  )
  .input(ListParticipants)
  .output(ParticipantPage)
  .query(async ({ ctx, input }) => presentPage(await listParticipants(ctx, input), presentParticipant));
