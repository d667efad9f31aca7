/** Renames, suspends or reactivates an organization, with effect from its next request. */
import type { UpdateOrganization } from '@/contract/organization';
import { DomainError } from '@/domain/errors';
import { forgetApiKeys } from '@/server/access/auth';
import type { Clock } from '@/server/platform/context';
import { updateOrganizationRow, type OrganizationRow } from '@/server/db/repositories/organizations/organizations';

/** @throws DomainError not_found. */
export async function updateOrganization(ctx: { readonly clock: Clock }, { id, ...change }: UpdateOrganization): Promise<OrganizationRow> {
  const row = await updateOrganizationRow(id, change, ctx.clock.now());
  if (!row) throw new DomainError('not_found', 'There is no such organization.', { param: 'id' });
  forgetApiKeys(id);
  return row;
}
