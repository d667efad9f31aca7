/** Sets the view with which a list opens for the person. */
import { z } from 'zod';
import { SetDefaultView } from '@/contract/saved-view';
import { memberProcedure } from '@/server/api/trpc';
import { setDefaultView } from '@/server/services/saved-views/set-default-view';

export const setDefaultViewProcedure = memberProcedure
  .input(SetDefaultView)
  .output(z.null())
  .mutation(({ ctx, input }) => setDefaultView(ctx, input).then(() => null));
