/** Keeps the filters, columns and order of lists that people save under a name, for themselves or for their organization. */
import type { CreateSavedView, SetDefaultView, UpdateSavedView } from '@/contract/saved-view';
import { DomainError } from '@/domain/errors';
import {
  countOwnViews,
  deleteSavedView,
  findSavedViewForUpdate,
  forgetDefaultsOfOthers,
  insertSavedView,
  listSavedViewRows,
  putDefaultView,
  updateSavedViewRow,
  type ListedViewRow,
  type SavedViewRow,
  type ViewReader,
} from '@/server/db/repositories/organizations/saved-views';
import { sqlState, UNIQUE_VIOLATION, withTransaction, type Tx } from '@/server/db/transaction';
import type { Member, MemberCtx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';

/** More than anyone could find again. */
const OWN_AT_MOST = 200;

export interface SeenView extends ListedViewRow {
  own: boolean;
  changeable: boolean;
}

export async function listViews(ctx: MemberCtx): Promise<SeenView[]> {
  const rows = await listSavedViewRows(readerOf(ctx));
  return rows.map((row) => ({ ...row, own: row.owner_id === ctx.actor.userId, changeable: mayChangeView(row, ctx.actor) }));
}

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

/** @returns the view as it last was. @throws DomainError not_found, insufficient_permissions. */
export function deleteView(ctx: MemberCtx, id: string): Promise<SavedViewRow> {
  return withTransaction(async (tx) => {
    const view = await viewToChange(ctx, tx, id);
    await deleteSavedView(tx, ctx.organization.id, id);
    return view;
  });
}

const readerOf = ({ organization, actor }: MemberCtx): ViewReader => ({ organizationId: organization.id, userId: actor.userId });

function mayChangeView({ owner_id, shared }: Pick<SavedViewRow, 'owner_id' | 'shared'>, { userId, role }: Member): boolean {
  if (role === 'OWNER' || role === 'ADMIN') return shared || owner_id === userId;
  return owner_id === userId && (!shared || role !== 'VIEWER');
}

/** @throws DomainError insufficient_permissions for a VIEWER. */
function assertMayShare({ role }: Member): void {
  if (role !== 'VIEWER') return;
  throw new DomainError('insufficient_permissions', 'Viewers can keep views for themselves; ask an admin for a role that may share them.');
}

/** @throws DomainError not_found, insufficient_permissions. */
async function viewToChange(ctx: MemberCtx, tx: Tx, id: string): Promise<SavedViewRow> {
  const row = await findSavedViewForUpdate(tx, readerOf(ctx), id);
  if (!row) throw new DomainError('not_found', 'There is no such view; somebody may have removed it.', { param: 'id' });
  if (mayChangeView(row, ctx.actor)) return row;
  throw new DomainError('insufficient_permissions', 'Only the person who shared this view, an owner or an admin can change it.');
}

/** @throws DomainError key_exists when another view of the list has the name. */
async function withFreeName<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new DomainError('key_exists', 'Another view of this list has this name; choose another.', { param: 'name' });
  });
}
