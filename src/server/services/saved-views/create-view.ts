/** Saves a list's URL query under a name. */
import type { CreateSavedView } from '@/contract/saved-view';
import { DomainError } from '@/domain/errors';
import type { MemberCtx } from '@/server/platform/context';
import { countOwnViews, insertSavedView, type SavedViewRow } from '@/server/db/repositories/organizations/saved-views';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { assertMayShare, readerOf, withFreeName } from './view-rights';

/** More than anyone could find again. */
const OWN_AT_MOST = 200;

/** @throws DomainError key_exists, insufficient_permissions (a VIEWER may not share), unprocessable (too many). */
export function createView(ctx: MemberCtx, { page, name, query, shared }: CreateSavedView): Promise<SavedViewRow> {
  if (shared) assertMayShare(ctx.actor);
  return withTransaction(async (tx) => {
    if ((await countOwnViews(tx, readerOf(ctx))) >= OWN_AT_MOST) {
      throw new DomainError('unprocessable', `You already have ${OWN_AT_MOST} views, the maximum; remove one first.`);
    }
    const now = ctx.clock.now();
    const row: SavedViewRow = { id: newId(), owner_id: ctx.actor.userId, page, name, query, shared, created_at: now, updated_at: now };
    await withFreeName(insertSavedView(tx, ctx.organization.id, row));
    return row;
  });
}
