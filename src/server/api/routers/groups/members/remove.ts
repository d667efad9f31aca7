import { z } from 'zod';
import { GroupMemberPath } from '@/contract/group';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { removeMember } from '@/server/services/groups/change-member';

export const removeMemberRoute = organizationProcedure
  .meta(
    route({
      method: 'DELETE',
      path: '/v1/groups/{id}/members/{participant_id}',
      summary: 'Remove a member from a group',
      description: 'The member then has the status LEFT and can be added again. The last ADMIN of a group cannot be removed: `last_admin`.',
      status: 204,
      errors: [404, 409],
    }),
  )
  .input(GroupMemberPath)
  .output(z.void())
  .mutation(({ ctx, input }) => removeMember(ctx, input));
