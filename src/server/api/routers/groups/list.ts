import { GroupPage, ListGroups } from '@/contract/group';
import { presentGroup } from '@/server/api/present/group';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listGroups } from '@/server/services/groups/get-group';

export const listGroupsRoute = organizationProcedure
  .meta(route({ method: 'GET', path: '/v1/groups', summary: 'List groups', description: '`search` matches the name.', errors: [] }))
  .input(ListGroups)
  .output(GroupPage)
  .query(async ({ ctx, input }) => presentPage(await listGroups(ctx, input), presentGroup));
