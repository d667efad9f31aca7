/** Saves a view of a list, private or shared. */
import { CreateSavedView, SavedViewPath } from '@/contract/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { createView } from '@/server/services/saved-views/create-view';

export const createSavedViewProcedure = memberProcedure
  .input(CreateSavedView)
  .output(SavedViewPath)
  .mutation(async ({ ctx, input }) => ({ id: (await createView(ctx, input)).id }));
