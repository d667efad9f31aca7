import { ParticipantDetail, ParticipantPath } from '@/contract/participant';
import { presentParticipantDetail } from '@/server/api/present/participant';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getParticipant } from '@/server/services/participants/get-participant';

export const getParticipantRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}',
      summary: 'Read a participant with its programs, state and balances',
      errors: [404],
    }),
  )
  .input(ParticipantPath)
  .output(ParticipantDetail)
  .query(({ ctx, input }) => getParticipant(ctx, input.id).then(presentParticipantDetail));
