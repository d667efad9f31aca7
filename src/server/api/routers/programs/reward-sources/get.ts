import { RewardSource, RewardSourcePath } from '@/contract/fulfillment';
import { presentSource } from '@/server/api/present/fulfillment';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getSource } from '@/server/services/fulfillment/get-source';

export const getRewardSourceRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/reward-sources/{source_id}',
      summary: 'Read a reward source',
      description: 'Returns a source with the account behind it, the rate, and the policy for face values.',
      tags: ['reward-sources'],
      errors: [404],
    }),
  )
  .input(RewardSourcePath)
  .output(RewardSource)
  .query(({ ctx, input }) => getSource(ctx, input).then(presentSource));
