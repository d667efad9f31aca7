/** Creates, reads and changes organizations. */
import type { CreateOrganization, ListOrganizations, UpdateOrganization } from '@/contract/organization';
import { DomainError } from '@/domain/errors';
import { newApiKey } from '@/server/access/api-keys';
import { forgetApiKeys } from '@/server/access/auth';
import type { KeysetPage } from '@/server/db/keyset';
import { insertApiKey } from '@/server/db/repositories/organizations/api-keys';
import {
  findOrganization,
  insertOrganization,
  listOrganizationRows,
  updateOrganizationRow,
  type OrganizationRow,
} from '@/server/db/repositories/organizations/organizations';
import { withTransaction } from '@/server/db/transaction';
import type { Clock } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';

export interface NewOrganization {
  readonly organization: OrganizationRow;
  /** The first key in plain text, which can never be shown again. */
  readonly apiKey: string;
}

export function createOrganization(ctx: { readonly clock: Clock }, command: CreateOrganization): Promise<NewOrganization> {
  const now = ctx.clock.now();
  const organization: OrganizationRow = {
    id: newId(),
    name: command.name,
    mode: command.mode,
    status: 'ACTIVE',
    created_at: now,
    updated_at: now,
  };
  const { key, hash, prefix, lastFour } = newApiKey();
  return withTransaction(async (tx) => {
    await insertOrganization(tx, organization, organization.id);
    await insertApiKey(tx, {
      id: newId(),
      organizationId: organization.id,
      name: 'First key',
      hash,
      prefix,
      lastFour,
      trusted: command.trusted_key,
      createdBy: null,
      createdAt: now,
    });
    return { organization, apiKey: key };
  });
}

/** @throws DomainError not_found. */
export async function getOrganization(id: string): Promise<OrganizationRow> {
  const row = await findOrganization(id);
  if (!row) throw new DomainError('not_found', 'There is no such organization.', { param: 'id' });
  return row;
}

export const listOrganizations = (query: ListOrganizations): Promise<KeysetPage<OrganizationRow>> => listOrganizationRows(query);

/** @throws DomainError not_found. */
export async function updateOrganization(ctx: { readonly clock: Clock }, { id, ...change }: UpdateOrganization): Promise<OrganizationRow> {
  const row = await updateOrganizationRow(id, change, ctx.clock.now());
  if (!row) throw new DomainError('not_found', 'There is no such organization.', { param: 'id' });
  forgetApiKeys(id);
  return row;
}
