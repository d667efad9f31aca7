import { ParticipantDetail, ReadParticipant } from '@/contract/participant';
import { presentParticipantDetail } from '@/server/api/present/participant';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { readParticipant } from '@/server/services/participants/get-participant';

export const getParticipantRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}',
      summary: 'Read a participant with its programs, state and balances',
      description:
        'With `as_of`, the whole record as it stood at that time: profile, status, programs, state and balances. A later request for the same past time returns the same record; work in progress at that instant counts from the time it is dated.',
      errors: [404],
    }),
  )
  .input(ReadParticipant)
  .output(ParticipantDetail)
  .query(({ ctx, input }) => readParticipant(ctx, input.id, input.as_of).then(presentParticipantDetail));
