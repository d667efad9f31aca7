import { RedemptionReport, RedemptionReportQuery, RedemptionReportRow } from '@/contract/report';
import { presentPage } from '@/server/api/present/page';
import { presentRedemptionReport } from '@/server/api/present/report';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { redemptionReport } from '@/server/services/reports/performance';

export const redemptionsReportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/redemptions',
      summary: 'What was redeemed in a period, by program, asset and reward',
      description: 'Redemptions made in the period, as they stand now. All rows are on one page.',
      csv: RedemptionReportRow,
      errors: [],
    }),
  )
  .input(RedemptionReportQuery)
  .output(RedemptionReport)
  .query(async ({ ctx, input }) => presentPage({ rows: await redemptionReport(ctx, input), nextCursor: null }, presentRedemptionReport));
