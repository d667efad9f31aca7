/** The end of a saved view; lists that open with it open without filters again. */
import { z } from 'zod';
import { SavedViewPath } from '@/contract/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { deleteView } from '@/server/services/saved-views/delete-view';

export const deleteSavedViewProcedure = memberProcedure
  .input(SavedViewPath)
  .output(z.null())
  .mutation(({ ctx, input }) => deleteView(ctx, input.id).then(() => null));
