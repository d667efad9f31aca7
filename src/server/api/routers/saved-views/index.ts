/** Groups the procedures on saved views of the dashboard's lists; none has a REST route. */
import { router } from '@/server/api/trpc';
import { createSavedViewProcedure } from './create';
import { deleteSavedViewProcedure } from './delete';
import { listSavedViewsProcedure } from './list';
import { setDefaultViewProcedure } from './set-default';
import { updateSavedViewProcedure } from './update';

export const savedViewsRouter = router({
  list: listSavedViewsProcedure,
  create: createSavedViewProcedure,
  update: updateSavedViewProcedure,
  delete: deleteSavedViewProcedure,
  setDefault: setDefaultViewProcedure,
});
