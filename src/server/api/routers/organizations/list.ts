import { ListOrganizations, OrganizationPage } from '@/contract/organization';
import { presentOrganization } from '@/server/api/present/organization';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { adminProcedure } from '@/server/api/trpc';
import { listOrganizations } from '@/server/services/organizations/get-organization';

export const listOrganizationsRoute = adminProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/admin/organizations',
      summary: 'List organizations',
      description: 'All organizations of the deployment.',
      errors: [],
      admin: true,
    }),
  )
  .input(ListOrganizations)
  .output(OrganizationPage)
  .query(async ({ input }) => presentPage(await listOrganizations(input), presentOrganization));
