/** Sets the view with which a list opens for the calling person, and for no one else. */
import type { SetDefaultView } from '@/contract/saved-view';
import { DomainError } from '@/domain/errors';
import type { MemberCtx } from '@/server/platform/context';
import { findSavedViewForUpdate, putDefaultView } from '@/server/db/repositories/organizations/saved-views';
import { withTransaction } from '@/server/db/transaction';
import { readerOf } from './view-rights';

/** @throws DomainError not_found unless it is a view of this list that the person sees. */
export function setDefaultView(ctx: MemberCtx, { page, id }: SetDefaultView): Promise<void> {
  return withTransaction(async (tx) => {
    const reader = readerOf(ctx);
    const row = id === null ? null : await findSavedViewForUpdate(tx, reader, id);
    if (id !== null && row?.page !== page) {
      throw new DomainError('not_found', 'There is no such view of this list; somebody may have removed it.', { param: 'id' });
    }
    await putDefaultView(tx, reader, page, id);
  });
}
