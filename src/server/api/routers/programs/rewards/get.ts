import { Reward, RewardPath } from '@/contract/reward';
import { presentReward } from '@/server/api/present/reward';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getReward } from '@/server/services/rewards/get-reward';

export const getRewardRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rewards/{reward_id}',
      summary: 'Read a reward',
      description: 'Returns a reward with the number of redeemed units and the remaining stock.',
      tags: ['rewards'],
      errors: [404],
    }),
  )
  .input(RewardPath)
  .output(Reward)
  .query(({ ctx, input }) => getReward(ctx, input).then(presentReward));
