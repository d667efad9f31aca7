import { GroupDetail, GroupPath } from '@/contract/group';
import { presentGroupDetail } from '@/server/api/present/group';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getGroup } from '@/server/services/groups/get-group';

export const getGroupRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/groups/{id}',
      summary: 'Read a group with its state and balances',
      description: 'Returns a group with its tags, attributes, counters, tier levels and a balance for each program and asset.',
      errors: [404],
    }),
  )
  .input(GroupPath)
  .output(GroupDetail)
  .query(({ ctx, input }) => getGroup(ctx, input.id).then(presentGroupDetail));
