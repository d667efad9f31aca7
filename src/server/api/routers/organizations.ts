/** Declares the procedures on organizations, which take only the admin key of the deployment. */
import {
  CreatedOrganization,
  CreateOrganization,
  ListOrganizations,
  Organization,
  OrganizationPage,
  OrganizationPath,
  UpdateOrganization,
} from '@/contract/organization';
import { presentNewOrganization, presentOrganization } from '@/server/api/present/organization';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { adminProcedure, router } from '@/server/api/trpc';
import { createOrganization, getOrganization, listOrganizations, updateOrganization } from '@/server/services/organizations/organizations';

export const organizationsRouter = router({
  create: adminProcedure
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
    .mutation(({ ctx, input }) => createOrganization(ctx, input).then(presentNewOrganization)),

  list: adminProcedure
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
    .query(async ({ input }) => presentPage(await listOrganizations(input), presentOrganization)),

  get: adminProcedure
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
    .query(({ input }) => getOrganization(input.id).then(presentOrganization)),

  update: adminProcedure
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
    .mutation(({ ctx, input }) => updateOrganization(ctx, input).then(presentOrganization)),
});
