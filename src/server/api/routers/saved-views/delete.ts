/** Deletes a saved view and answers with what recreates it; lists that opened with it open unfiltered again. */
import { CreateSavedView, SavedViewPath } from '@/contract/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { deleteView } from '@/server/services/saved-views/delete-view';

export const deleteSavedViewProcedure = memberProcedure
  .input(SavedViewPath)
  .output(CreateSavedView)
  .mutation(async ({ ctx, input }) => {
    const { page, name, query, shared } = await deleteView(ctx, input.id);
    return { page, name, query, shared };
  });
