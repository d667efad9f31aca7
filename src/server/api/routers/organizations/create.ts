import { CreatedOrganization, CreateOrganization } from '@/contract/organization';
import { presentNewOrganization } from '@/server/api/present/organization';
import { route } from '@/server/api/route';
import { adminProcedure } from '@/server/api/trpc';
import { createOrganization } from '@/server/services/organizations/create-organization';

export const createOrganizationRoute = adminProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/admin/organizations',
      summary: 'Create an organization and its first API key',
      description: 'Only this response shows the key.',
      status: 201,
      location: '/v1/admin/organizations/{id}',
      errors: [],
      admin: true,
    }),
  )
  .input(CreateOrganization)
  .output(CreatedOrganization)
  .mutation(({ ctx, input }) => createOrganization(ctx, input).then(presentNewOrganization));
