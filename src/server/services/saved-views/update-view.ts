/** Renames a view, or changes its filters or whether the team sees it. */
import type { UpdateSavedView } from '@/contract/saved-view';
import type { MemberCtx } from '@/server/platform/context';
import { forgetDefaultsOfOthers, updateSavedViewRow, type SavedViewRow } from '@/server/db/repositories/organizations/saved-views';
import { withTransaction } from '@/server/db/transaction';
import { assertMayShare, viewToChange, withFreeName } from './view-rights';

/** @throws DomainError not_found, key_exists, insufficient_permissions. */
export function updateView(ctx: MemberCtx, { id, name, query, shared }: UpdateSavedView): Promise<SavedViewRow> {
  return withTransaction(async (tx) => {
    const row = await viewToChange(ctx, tx, id);
    if (shared) assertMayShare(ctx.actor);
    const changed: SavedViewRow = {
      ...row,
      name: name ?? row.name,
      query: query ?? row.query,
      shared: shared ?? row.shared,
      updated_at: ctx.clock.now(),
    };
    await withFreeName(updateSavedViewRow(tx, ctx.organization.id, changed));
    if (row.shared && !changed.shared) await forgetDefaultsOfOthers(tx, ctx.organization.id, changed);
    return changed;
  });
}
