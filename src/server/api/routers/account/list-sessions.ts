/** Lists where the person is signed in. */
import { AccountSessionList } from '@/contract/account';
import { presentAccountSession } from '@/server/api/present/account-session';
import { personProcedure } from '@/server/api/trpc';
import { listSessions } from '@/server/services/account/sessions';

export const listSessionsProcedure = personProcedure.output(AccountSessionList).query(async ({ ctx: { person } }) => ({
  data: (await listSessions(person)).map((row) => presentAccountSession(row, person.sessionId)),
}));
