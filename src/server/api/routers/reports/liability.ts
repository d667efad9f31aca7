import { Liability, LiabilityQuery, LiabilityRow } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
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
      description: 'One row for each asset and program, summed from the postings up to `as_of`.',
      csv: LiabilityRow,
      errors: [],
    }),
  )
  .input(LiabilityQuery)
  .output(Liability)
  .query(async ({ ctx, input }) => answerListing(ctx, await liability(ctx, input), presentLiability));
