/** The end of a saved view, answered with what makes it again; lists that open with it open without filters again. */
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
