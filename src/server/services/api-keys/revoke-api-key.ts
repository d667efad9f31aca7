/** Revokes a key, immediately and permanently. */
import { forgetApiKeys } from '@/server/access/auth';
import type { Ctx } from '@/server/platform/context';
import { revokeOrganizationKey, type OrganizationKeyRow } from '@/server/db/repositories/organizations/organization-keys';
import { withTransaction } from '@/server/db/transaction';
import { keyTime } from './key-time';
import { loadLiveKey } from './live-key';

/** @throws DomainError api_key_not_found. */
export const revokeApiKey = (ctx: Ctx, { id }: { id: string }): Promise<OrganizationKeyRow> =>
  withTransaction(async (tx) => {
    const row = await loadLiveKey(tx, ctx, id);
    const revokedAt = keyTime(ctx);
    await revokeOrganizationKey(tx, ctx.organization.id, id, revokedAt);
    tx.afterCommit(() => forgetApiKeys(ctx.organization.id));
    return { ...row, revoked_at: revokedAt };
  });
