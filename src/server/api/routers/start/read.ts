/** Reads how far an organization has come towards its first credited event. */
import { StartProgress, StartQuery } from '@/contract/start';
import { roleProcedure } from '@/server/api/trpc';
import { readStart } from '@/server/services/start/read-start';

export const readStartProcedure = roleProcedure('VIEWER')
  .input(StartQuery)
  .output(StartProgress)
  .query(({ ctx, input }) => readStart(ctx, input.program_id));
