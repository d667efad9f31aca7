/** Organizations as the deployment's operator sees them (admin key only). */
import { z } from 'zod';
import { createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { Name, Timestamp, Uuid } from './primitives';

const OrganizationMode = z.enum(['LIVE', 'SANDBOX']);
const OrganizationStatus = z.enum(['ACTIVE', 'SUSPENDED']);

export const Organization = z
  .strictObject({
    id: Uuid,
    name: z.string(),
    mode: OrganizationMode.describe('Mode of the organization. A SANDBOX organization has its own clock, which can be moved forward.'),
    status: OrganizationStatus,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof Organization>;

export const CreateOrganization = z.strictObject({
  name: Name,
  mode: OrganizationMode.default('LIVE'),
  trusted_key: z.boolean().default(false).describe('Whether the first key may assert an actor with `X-On-Behalf-Of`.'),
});
export type CreateOrganization = z.infer<typeof CreateOrganization>;

export const CreatedOrganization = Organization.extend({
  api_key: z.string().describe('The first API key of the organization. It is shown only this once.'),
}).meta({ id: 'CreatedOrganization' });
export type CreatedOrganization = z.infer<typeof CreatedOrganization>;

export const OrganizationPath = z.strictObject({ id: Uuid });

export const UpdateOrganization = OrganizationPath.extend({
  name: Name.optional(),
  status: OrganizationStatus.optional().describe(
    'Status of the organization. Requests of a SUSPENDED organization are refused with 403 until it is ACTIVE again.',
  ),
});
export type UpdateOrganization = z.infer<typeof UpdateOrganization>;

export const ListOrganizations = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  status: OrganizationStatus.optional(),
});
export type ListOrganizations = z.infer<typeof ListOrganizations>;

export const OrganizationPage = pageOf(Organization);
