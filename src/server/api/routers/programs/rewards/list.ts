import { ListRewards, RewardPage } from '@/contract/reward';
import { presentPage } from '@/server/api/present/page';
import { presentReward } from '@/server/api/present/reward';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listRewards } from '@/server/services/rewards/get-reward';

export const listRewardsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/rewards',
      summary: 'List the rewards of a program',
      description: '`search` matches the name.',
      tags: ['rewards'],
      errors: [404],
    }),
  )
  .input(ListRewards)
  .output(RewardPage)
  .query(async ({ ctx, input }) => presentPage(await listRewards(ctx, input), presentReward));
