import { GroupMemberPage, ListGroupMembers } from '@/contract/group';
import { presentGroupMember } from '@/server/api/present/group';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listGroupMembers } from '@/server/services/groups/get-group';

export const listMembersRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/groups/{id}/members',
      summary: 'List the members of a group',
      description: 'Active members, each once; with `include_former`, also members who have left, with the status LEFT.',
      errors: [404],
    }),
  )
  .input(ListGroupMembers)
  .output(GroupMemberPage)
  .query(async ({ ctx, input }) => presentPage(await listGroupMembers(ctx, input), presentGroupMember));
