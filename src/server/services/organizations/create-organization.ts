/** Creates an organization and its first API key, in one transaction. */
import type { CreateOrganization } from '@/contract/organization';
import { newApiKey } from '@/server/access/api-keys';
import type { Clock } from '@/server/platform/context';
import { insertApiKey } from '@/server/db/repositories/organizations/api-keys';
import { insertOrganization, type OrganizationRow } from '@/server/db/repositories/organizations/organizations';
import { withTransaction } from '@/server/db/transaction';
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
