import { z } from 'zod';
import { SavedViewPath } from '@/contract/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { deleteView } from '@/server/services/saved-views/delete-view';

export const deleteSavedViewProcedure = memberProcedure
  .input(SavedViewPath)
  .output(z.null())
  .mutation(({ ctx, input }) => deleteView(ctx, input.id).then(() => null));
