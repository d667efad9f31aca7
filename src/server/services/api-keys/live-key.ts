/** Loads a key that still works, locked until the transaction ends. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { findOrganizationKey, type OrganizationKeyRow } from '@/server/db/repositories/organizations/organization-keys';
import type { Tx } from '@/server/db/transaction';
import { keyTime } from './key-time';

/** @throws DomainError api_key_not_found when the organization has no such key, or it was revoked or has expired. */
export async function loadLiveKey(tx: Tx, ctx: Ctx, id: string): Promise<OrganizationKeyRow> {
  const row = await findOrganizationKey(tx, ctx.organization.id, id);
  if (!row || row.revoked_at || (row.expires_at && row.expires_at <= keyTime(ctx))) {
    throw new DomainError('api_key_not_found', 'This key does not exist or no longer works; reload the list.', { param: 'id' });
  }
  return row;
}
