/** Declares the procedures on the signed-in person's own account; none has a REST route. */
import { AccountName, AccountSessionList, AccountSessionPath, EndedSessions } from '@/contract/account';
import { presentAccountSession } from '@/server/api/present/organization';
import { personProcedure, router } from '@/server/api/trpc';
import { endSession, endSessionsElsewhere, listSessions, renameAccount } from '@/server/services/organizations/accounts';

export const accountRouter = router({
  /** Changes the person's name. */
  rename: personProcedure
    .input(AccountName)
    .output(AccountName)
    .mutation(({ ctx, input }) => renameAccount(ctx.person.userId, input.name)),

  /** Lists where the person is signed in. */
  sessions: personProcedure.output(AccountSessionList).query(async ({ ctx: { person } }) => ({
    data: (await listSessions(person)).map((row) => presentAccountSession(row, person.sessionId)),
  })),

  /** Ends one session, at once. */
  endSession: personProcedure
    .input(AccountSessionPath)
    .output(EndedSessions)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.person, input.id);
      return { ended: 1 };
    }),

  /** Ends every session of the person except the current one. */
  endOtherSessions: personProcedure.output(EndedSessions).mutation(async ({ ctx }) => ({ ended: await endSessionsElsewhere(ctx.person) })),
});
