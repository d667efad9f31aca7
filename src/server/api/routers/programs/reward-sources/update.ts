import { RewardSource, UpdateRewardSource } from '@/contract/fulfillment';
import { presentSource } from '@/server/api/present/fulfillment';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateSource } from '@/server/services/fulfillment/update-source';

export const updateRewardSourceRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/programs/{id}/reward-sources/{source_id}',
      summary: 'Change the rate or policy of a reward source, or archive it',
      description: 'Earlier redemptions keep their price.',
      tags: ['reward-sources'],
      errors: [404, 409],
    }),
  )
  .input(UpdateRewardSource)
  .output(RewardSource)
  .mutation(({ ctx, input }) => updateSource(ctx, input).then(presentSource));
