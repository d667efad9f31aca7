/** Ends one session, at once. */
import { AccountSessionPath, EndedSessions } from '@/contract/account';
import { personProcedure } from '@/server/api/trpc';
import { endSession } from '@/server/services/account/sessions';

export const endSessionProcedure = personProcedure
  .input(AccountSessionPath)
  .output(EndedSessions)
  .mutation(async ({ ctx, input }) => {
    await endSession(ctx.person, input.id);
    return { ended: 1 };
  });
