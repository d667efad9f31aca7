/** Lists the saved views that the person sees: their own, and those that are shared. */
import { SavedViews } from '@/contract/saved-view';
import { presentSavedView } from '@/server/api/present/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { listViews } from '@/server/services/saved-views/list-views';

export const listSavedViewsProcedure = memberProcedure
  .output(SavedViews)
  .query(async ({ ctx }) => ({ data: (await listViews(ctx)).map(presentSavedView) }));
