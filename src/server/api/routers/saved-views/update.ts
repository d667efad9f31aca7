/** Renames a saved view, changes its filters, or shares it or makes it private. */
import { SavedViewPath, UpdateSavedView } from '@/contract/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { updateView } from '@/server/services/saved-views/update-view';

export const updateSavedViewProcedure = memberProcedure
  .input(UpdateSavedView)
  .output(SavedViewPath)
  .mutation(async ({ ctx, input }) => ({ id: (await updateView(ctx, input)).id }));
