import { Organization, UpdateOrganization } from '@/contract/organization';
import { presentOrganization } from '@/server/api/present/organization';
import { route } from '@/server/api/route';
import { adminProcedure } from '@/server/api/trpc';
import { updateOrganization } from '@/server/services/organizations/update-organization';

export const updateOrganizationRoute = adminProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/admin/organizations/{id}',
      summary: 'Rename, suspend or reactivate an organization',
      description: 'The keys of a suspended organization are refused; none of its data is lost.',
      errors: [404],
      admin: true,
    }),
  )
  .input(UpdateOrganization)
  .output(Organization)
  .mutation(({ ctx, input }) => updateOrganization(ctx, input).then(presentOrganization));
