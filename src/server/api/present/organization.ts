/** Presents organizations in their wire form. */
import type { CreatedOrganization, Organization } from '@/contract/organization';
import type { OrganizationRow } from '@/server/db/repositories/organizations/organizations';
import type { NewOrganization } from '@/server/services/organizations/organizations';
import { presentTime } from './time';

export function presentOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    mode: row.mode,
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
  };
}

export function presentNewOrganization({ organization, apiKey }: NewOrganization): CreatedOrganization {
  return { ...presentOrganization(organization), api_key: apiKey };
}
