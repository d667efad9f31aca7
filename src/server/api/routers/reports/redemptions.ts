import { RedemptionReport, RedemptionReportQuery, RedemptionReportRow } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
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
      description: 'Redemptions made in the period, as they stand now.',
      csv: RedemptionReportRow,
      errors: [],
    }),
  )
  .input(RedemptionReportQuery)
  .output(RedemptionReport)
  .query(async ({ ctx, input }) => answerListing(ctx, redemptionReport(ctx, input), presentRedemptionReport));
