/** Issues API keys; the key itself appears once, in the answer. */
import { present } from '@/domain/assert';
import { newApiKey } from '@/server/access/api-keys';
import type { Ctx } from '@/server/platform/context';
import { insertApiKey } from '@/server/db/repositories/organizations/api-keys';
import { findOrganizationKey, type OrganizationKeyRow } from '@/server/db/repositories/organizations/organization-keys';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { keyTime } from './key-time';

export interface IssuedKey {
  readonly row: OrganizationKeyRow;
  /** The key itself, which is never stored. */
  readonly key: string;
}

/** Issues a key with access to the whole organization. */
export const createApiKey = (ctx: Ctx, command: { name: string; trusted: boolean }): Promise<IssuedKey> =>
  withTransaction((tx) => issueKey(tx, ctx, command));

/** Issues a key as part of a larger change. */
export async function issueKey(tx: Tx, ctx: Ctx, { name, trusted }: { name: string; trusted: boolean }): Promise<IssuedKey> {
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
