import { GroupMember, UpdateGroupMember } from '@/contract/group';
import { presentGroupMember } from '@/server/api/present/group';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { setMemberRole } from '@/server/services/groups/change-member';

export const updateMemberRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/groups/{id}/members/{participant_id}',
      summary: 'Change the role of a member',
      description: 'The last ADMIN of a group stays ADMIN: `last_admin`.',
      errors: [404, 409],
    }),
  )
  .input(UpdateGroupMember)
  .output(GroupMember)
  .mutation(({ ctx, input }) => setMemberRole(ctx, input).then(presentGroupMember));
