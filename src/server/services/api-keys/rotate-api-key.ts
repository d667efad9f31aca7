/** Rotates a key without an outage: the new one works at once, the old one until the overlap ends. */
import { parseDuration } from '@/domain/duration';
import { forgetApiKeys } from '@/server/access/auth';
import type { Ctx } from '@/server/platform/context';
import { expireOrganizationKey } from '@/server/db/repositories/organizations/organization-keys';
import { withTransaction } from '@/server/db/transaction';
import { issueKey, type IssuedKey } from './create-api-key';
import { keyTime } from './key-time';
import { loadLiveKey } from './live-key';

/** @throws DomainError api_key_not_found. */
export const rotateApiKey = (ctx: Ctx, { id, overlap }: { id: string; overlap: string }): Promise<IssuedKey> =>
  withTransaction(async (tx) => {
    const old = await loadLiveKey(tx, ctx, id);
    const issued = await issueKey(tx, ctx, { name: old.name, trusted: old.trusted });
    await expireOrganizationKey(tx, ctx.organization.id, id, new Date(keyTime(ctx).getTime() + (parseDuration(overlap) ?? 0)));
    tx.afterCommit(() => forgetApiKeys(ctx.organization.id));
    return issued;
  });
