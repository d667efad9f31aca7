/** Decides who may change a view: its owner, and admins if it is shared. Sharing takes at least the role MEMBER. */
import { DomainError } from '@/domain/errors';
import type { Member, MemberCtx } from '@/server/platform/context';
import { findSavedViewForUpdate, type SavedViewRow, type ViewReader } from '@/server/db/repositories/organizations/saved-views';
import { UNIQUE_VIOLATION, sqlState, type Tx } from '@/server/db/transaction';

export const readerOf = ({ organization, actor }: MemberCtx): ViewReader => ({ organizationId: organization.id, userId: actor.userId });

export function mayChangeView({ owner_id, shared }: Pick<SavedViewRow, 'owner_id' | 'shared'>, { userId, role }: Member): boolean {
  if (role === 'OWNER' || role === 'ADMIN') return shared || owner_id === userId;
  return owner_id === userId && (!shared || role !== 'VIEWER');
}

/** @throws DomainError insufficient_permissions for a VIEWER. */
export function assertMayShare({ role }: Member): void {
  if (role !== 'VIEWER') return;
  throw new DomainError('insufficient_permissions', 'Viewers can keep views for themselves; ask an admin for a role that may share them.');
}

/** @throws DomainError not_found, insufficient_permissions. */
export async function viewToChange(ctx: MemberCtx, tx: Tx, id: string): Promise<SavedViewRow> {
  const row = await findSavedViewForUpdate(tx, readerOf(ctx), id);
  if (!row) throw new DomainError('not_found', 'There is no such view; somebody may have removed it.', { param: 'id' });
  if (mayChangeView(row, ctx.actor)) return row;
  throw new DomainError('insufficient_permissions', 'Only the person who shared this view, an owner or an admin can change it.');
}

/** @throws DomainError key_exists when another view of the list has the name. */
export async function withFreeName<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new DomainError('key_exists', 'Another view of this list has this name; choose another.', { param: 'name' });
  });
}
