/** Ends every session of the person except the current one. */
import { EndedSessions } from '@/contract/account';
import { personProcedure } from '@/server/api/trpc';
import { endSessionsElsewhere } from '@/server/services/account/sessions';

export const endOtherSessionsProcedure = personProcedure
  .output(EndedSessions)
  .mutation(async ({ ctx }) => ({ ended: await endSessionsElsewhere(ctx.person) }));
