/** Lists the views that a person sees, their own and those that are shared, with what they may do with each. */
import type { MemberCtx } from '@/server/platform/context';
import { listSavedViewRows, type ListedViewRow } from '@/server/db/repositories/organizations/saved-views';
import { mayChangeView, readerOf } from './view-rights';

export interface SeenView extends ListedViewRow {
  own: boolean;
  changeable: boolean;
}

export async function listViews(ctx: MemberCtx): Promise<SeenView[]> {
  const rows = await listSavedViewRows(readerOf(ctx));
  return rows.map((row) => ({ ...row, own: row.owner_id === ctx.actor.userId, changeable: mayChangeView(row, ctx.actor) }));
}
