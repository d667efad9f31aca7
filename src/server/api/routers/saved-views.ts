/** Declares the procedures on saved views of the dashboard's lists; none has a REST route. */
import { z } from 'zod';
import { CreateSavedView, SavedViewPath, SavedViews, SetDefaultView, UpdateSavedView } from '@/contract/saved-view';
import { presentSavedView } from '@/server/api/present/organization';
import { memberProcedure, router } from '@/server/api/trpc';
import { createView, deleteView, listViews, setDefaultView, updateView } from '@/server/services/organizations/saved-views';

export const savedViewsRouter = router({
  /** Lists the saved views that the person sees: their own, and those that are shared. */
  list: memberProcedure.output(SavedViews).query(async ({ ctx }) => ({ data: (await listViews(ctx)).map(presentSavedView) })),

  /** Saves a view of a list, private or shared. */
  create: memberProcedure
    .input(CreateSavedView)
    .output(SavedViewPath)
    .mutation(async ({ ctx, input }) => ({ id: (await createView(ctx, input)).id })),

  /** Renames a saved view, changes its filters, or shares it or makes it private. */
  update: memberProcedure
    .input(UpdateSavedView)
    .output(SavedViewPath)
    .mutation(async ({ ctx, input }) => ({ id: (await updateView(ctx, input)).id })),

  /** Deletes a saved view and answers with what recreates it; lists that opened with it open unfiltered again. */
  delete: memberProcedure
    .input(SavedViewPath)
    .output(CreateSavedView)
    .mutation(async ({ ctx, input }) => {
      const { page, name, query, shared } = await deleteView(ctx, input.id);
      return { page, name, query, shared };
    }),

  /** Sets the view with which a list opens for the person. */
  setDefault: memberProcedure
    .input(SetDefaultView)
    .output(z.null())
    .mutation(({ ctx, input }) => setDefaultView(ctx, input).then(() => null)),
});
