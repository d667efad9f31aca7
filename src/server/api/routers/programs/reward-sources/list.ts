import { ListRewardSources, RewardSourcePage } from '@/contract/fulfillment';
import { presentSource } from '@/server/api/present/fulfillment';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listSources } from '@/server/services/fulfillment/get-source';

export const listRewardSourcesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/reward-sources',
      summary: 'List the reward sources of a program',
      description: 'Links between the program and fulfillment accounts, newest first by default.',
      tags: ['reward-sources'],
      errors: [404],
    }),
  )
  .input(ListRewardSources)
  .output(RewardSourcePage)
  .query(async ({ ctx, input }) => presentPage(await listSources(ctx, input), presentSource));
