/** Declares the procedure behind the dashboard's home page; it has no REST route. */
import { Overview, OverviewQuery } from '@/contract/overview';
import { presentOverview } from '@/server/api/present/overview';
import { roleProcedure, router } from '@/server/api/trpc';
import { readOverview } from '@/server/services/overview/read-overview';

export const overviewRouter = router({
  /** Reads the figures of the dashboard's home page. */
  read: roleProcedure('VIEWER')
    .input(OverviewQuery)
    .output(Overview)
    .query(async ({ ctx, input }) => presentOverview(await readOverview(ctx, input), input)),
});
