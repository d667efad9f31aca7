import { Liability, LiabilityQuery, LiabilityRow } from '@/contract/report';
import { presentPage } from '@/server/api/present/page';
import { presentLiability } from '@/server/api/present/report';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { liability } from '@/server/services/reports/liability';

export const liabilityReportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/liability',
      summary: 'What is owed to participants and groups',
      description: 'One row for each asset and program, summed from the postings up to `as_of`. All rows are on one page.',
      csv: LiabilityRow,
      errors: [],
    }),
  )
  .input(LiabilityQuery)
  .output(Liability)
  .query(async ({ ctx, input }) => presentPage({ rows: await liability(ctx, input), nextCursor: null }, presentLiability));
