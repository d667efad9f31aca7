/** Lists the people of the organization; every member may see them. */
import { Team } from '@/contract/team';
import { presentTeam } from '@/server/api/present/team';
import { roleProcedure } from '@/server/api/trpc';
import { roleOf } from '@/server/platform/context';
import { readTeam } from '@/server/services/team/read-team';

export const readTeamProcedure = roleProcedure('VIEWER')
  .output(Team)
  .query(async ({ ctx }) => presentTeam(await readTeam(ctx), roleOf(ctx.actor) ?? 'VIEWER'));
