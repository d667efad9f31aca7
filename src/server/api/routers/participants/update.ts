import { ParticipantDetail, UpdateParticipant } from '@/contract/participant';
import { presentParticipantDetail } from '@/server/api/present/participant';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateParticipant } from '@/server/services/participants/update-participant';

export const updateParticipantRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/participants/{id}',
      summary: 'Change the profile or status of a participant',
      description: 'Fields that you leave out stay unchanged; `null` clears a profile field.',
      errors: [404],
    }),
  )
  .input(UpdateParticipant)
  .output(ParticipantDetail)
  .mutation(({ ctx, input }) => updateParticipant(ctx, input).then(presentParticipantDetail));
