/** Reads one organization, or all of them a page at a time. */
import type { ListOrganizations } from '@/contract/organization';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import { findOrganization, listOrganizationRows, type OrganizationRow } from '@/server/db/repositories/organizations/organizations';

/** @throws DomainError not_found. */
export async function getOrganization(id: string): Promise<OrganizationRow> {
  const row = await findOrganization(id);
  if (!row) throw new DomainError('not_found', 'There is no such organization.', { param: 'id' });
  return row;
}

export const listOrganizations = (query: ListOrganizations): Promise<KeysetPage<OrganizationRow>> => listOrganizationRows(query);
