import { ParticipantDetail, UpsertParticipant } from '@/contract/participant';
import { presentParticipantDetail } from '@/server/api/present/participant';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { upsertParticipant } from '@/server/services/participants/upsert-participant';

export const upsertParticipantRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/participants',
      summary: 'Create or change a participant by external id',
      description:
        'Returns 201 for a new participant and 200 for an existing one. Only the fields that you send change: `null` clears a profile field, `tags` and `attributes` are added to those that the participant has.',
      status: [201, 200],
      location: '/v1/participants/{id}',
      idempotency: 'natural_key',
      errors: [404, 409, 422],
    }),
  )
  .input(UpsertParticipant)
  .output(ParticipantDetail)
  .mutation(async ({ ctx, input }) => {
    const { participant, created } = await upsertParticipant(ctx, input);
    ctx.reply.status = created ? 201 : 200;
    return presentParticipantDetail(participant);
  });
