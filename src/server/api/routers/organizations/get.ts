import { Organization, OrganizationPath } from '@/contract/organization';
import { presentOrganization } from '@/server/api/present/organization';
import { route } from '@/server/api/route';
import { adminProcedure } from '@/server/api/trpc';
import { getOrganization } from '@/server/services/organizations/get-organization';

export const getOrganizationRoute = adminProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/admin/organizations/{id}',
      summary: 'Read an organization',
      description: 'Returns an organization with its mode and status.',
      errors: [404],
      admin: true,
    }),
  )
  .input(OrganizationPath)
  .output(Organization)
  .query(({ input }) => getOrganization(input.id).then(presentOrganization));
