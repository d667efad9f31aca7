import { RollForward, RollForwardQuery, RollForwardRow } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
import { presentRollForward } from '@/server/api/present/report';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { rollForward } from '@/server/services/reports/liability';

export const rollForwardReportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/liability-rollforward',
      summary: 'How the liability of each asset came from its opening to its closing',
      description:
        'Every journal entry of the period counts under exactly one heading, so there is no residual. Holds, releases, maturity and transfers do not change the liability.',
      csv: RollForwardRow,
      errors: [],
    }),
  )
  .input(RollForwardQuery)
  .output(RollForward)
  .query(async ({ ctx, input }) => answerListing(ctx, await rollForward(ctx, input), presentRollForward));
