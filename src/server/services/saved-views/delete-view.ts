/** Removes a view; lists that opened with it open without filters. */
import type { MemberCtx } from '@/server/context';
import { deleteSavedView } from '@/server/db/repositories/saved-views';
import { withTransaction } from '@/server/db/transaction';
import { viewToChange } from './view-rights';

/** @throws DomainError not_found, insufficient_permissions. */
export function deleteView(ctx: MemberCtx, id: string): Promise<void> {
  return withTransaction(async (tx) => {
    await viewToChange(ctx, tx, id);
    await deleteSavedView(tx, ctx.organization.id, id);
  });
}
