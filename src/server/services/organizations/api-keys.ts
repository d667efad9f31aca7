/** Creates, rotates and revokes API keys. */
import { present } from '@/domain/assert';
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import { newApiKey } from '@/server/access/api-keys';
import { forgetApiKeys } from '@/server/access/auth';
import { insertApiKey } from '@/server/db/repositories/organizations/api-keys';
import {
  expireOrganizationKey,
  findOrganizationKey,
  listOrganizationKeys,
  revokeOrganizationKey,
  type OrganizationKeyRow,
} from '@/server/db/repositories/organizations/organization-keys';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';

interface IssuedKey {
  readonly row: OrganizationKeyRow;
  /** The key itself, which is never stored. */
  readonly key: string;
}

/** Issues a key with access to the whole organization. */
export const createApiKey = (ctx: Ctx, command: { name: string; trusted: boolean }): Promise<IssuedKey> =>
  withTransaction((tx) => issueKey(tx, ctx, command));

/** Issues a key as part of a larger change. */
async function issueKey(tx: Tx, ctx: Ctx, { name, trusted }: { name: string; trusted: boolean }): Promise<IssuedKey> {
  const { key, hash, prefix, lastFour } = newApiKey();
  const id = newId();
  const createdBy = ctx.actor.kind === 'USER' ? ctx.actor.userId : null;
  await insertApiKey(tx, {
    id,
    organizationId: ctx.organization.id,
    name,
    hash,
    prefix,
    lastFour,
    trusted,
    createdBy,
    createdAt: keyTime(ctx),
  });
  const row = await findOrganizationKey(tx, ctx.organization.id, id);
  return { row: present(row, 'the key was stored in this transaction'), key };
}

/** @throws DomainError api_key_not_found. */
export const rotateApiKey = (ctx: Ctx, { id, overlap }: { id: string; overlap: string }): Promise<IssuedKey> =>
  withTransaction(async (tx) => {
    const old = await loadLiveKey(tx, ctx, id);
    const issued = await issueKey(tx, ctx, { name: old.name, trusted: old.trusted });
    await expireOrganizationKey(tx, ctx.organization.id, id, new Date(keyTime(ctx).getTime() + (parseDuration(overlap) ?? 0)));
    tx.afterCommit(() => forgetApiKeys(ctx.organization.id));
    return issued;
  });

/** @throws DomainError api_key_not_found. */
export const revokeApiKey = (ctx: Ctx, { id }: { id: string }): Promise<OrganizationKeyRow> =>
  withTransaction(async (tx) => {
    const row = await loadLiveKey(tx, ctx, id);
    const revokedAt = keyTime(ctx);
    await revokeOrganizationKey(tx, ctx.organization.id, id, revokedAt);
    tx.afterCommit(() => forgetApiKeys(ctx.organization.id));
    return { ...row, revoked_at: revokedAt };
  });

export const listApiKeys = (ctx: Ctx) => listOrganizationKeys(ctx.organization.id);

/** @throws DomainError api_key_not_found when the organization has no such key, or it was revoked or has expired. */
async function loadLiveKey(tx: Tx, ctx: Ctx, id: string): Promise<OrganizationKeyRow> {
  const row = await findOrganizationKey(tx, ctx.organization.id, id);
  if (!row || row.revoked_at || (row.expires_at && row.expires_at <= keyTime(ctx))) {
    throw new DomainError('api_key_not_found', 'This key does not exist or no longer works; reload the list.', { param: 'id' });
  }
  return row;
}

export const keyTime = (ctx: Pick<Ctx, 'clock' | 'organization'>): Date =>
  new Date(ctx.clock.now().getTime() - ctx.organization.clockOffsetMs);
