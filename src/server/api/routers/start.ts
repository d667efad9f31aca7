/** Declares the procedure of the dashboard's guided start; it has no REST route. */
import { StartProgress, StartQuery } from '@/contract/start';
import { roleProcedure, router } from '@/server/api/trpc';
import { readStart } from '@/server/services/overview/start';

export const startRouter = router({
  /** Reads how far an organization has come towards its first credited event. */
  read: roleProcedure('VIEWER')
    .input(StartQuery)
    .output(StartProgress)
    .query(({ ctx, input }) => readStart(ctx, input.program_id)),
});
