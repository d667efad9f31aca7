/** Another name or other filters for a saved view, or whether it is shared. */
import { SavedViewPath, UpdateSavedView } from '@/contract/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { updateView } from '@/server/services/saved-views/update-view';

export const updateSavedViewProcedure = memberProcedure
  .input(UpdateSavedView)
  .output(SavedViewPath)
  .mutation(async ({ ctx, input }) => ({ id: (await updateView(ctx, input)).id }));
