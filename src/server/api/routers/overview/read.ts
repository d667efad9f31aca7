/** Reads the figures of the dashboard's home page. */
import { Overview, OverviewQuery } from '@/contract/overview';
import { presentOverview } from '@/server/api/present/overview';
import { roleProcedure } from '@/server/api/trpc';
import { readOverview } from '@/server/services/overview/read-overview';

export const readOverviewProcedure = roleProcedure('VIEWER')
  .input(OverviewQuery)
  .output(Overview)
  .query(async ({ ctx, input }) => presentOverview(await readOverview(ctx, input), input));
