/** Deletes a view; lists that opened with it open unfiltered. */
import type { MemberCtx } from '@/server/platform/context';
import { deleteSavedView, type SavedViewRow } from '@/server/db/repositories/organizations/saved-views';
import { withTransaction } from '@/server/db/transaction';
import { viewToChange } from './view-rights';

/** @returns the view as it last was. @throws DomainError not_found, insufficient_permissions. */
export function deleteView(ctx: MemberCtx, id: string): Promise<SavedViewRow> {
  return withTransaction(async (tx) => {
    const view = await viewToChange(ctx, tx, id);
    await deleteSavedView(tx, ctx.organization.id, id);
    return view;
  });
}
