import { GroupDetail, UpdateGroup } from '@/contract/group';
import { presentGroupDetail } from '@/server/api/present/group';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateGroup } from '@/server/services/groups/update-group';

export const updateGroupRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/groups/{id}',
      summary: 'Rename or archive a group',
      description:
        'Fields that you leave out stay unchanged. An archived group refuses every change to itself, its members and its balances with `group_archived`; its remaining balance can still be forfeited.',
      errors: [404, 409],
    }),
  )
  .input(UpdateGroup)
  .output(GroupDetail)
  .mutation(({ ctx, input }) => updateGroup(ctx, input).then(presentGroupDetail));
