import { PeriodFigures, PeriodFiguresQuery, PeriodFiguresRow } from '@/contract/ledger-period';
import { answerListing } from '@/server/api/answer-listing';
import { presentPeriodFigures } from '@/server/api/present/ledger-period';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { periodFigures } from '@/server/services/periods/get-period';

export const periodFiguresRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/ledger-periods/{id}/figures',
      summary: 'Read the roll-forward of a closed period',
      description:
        'By program and asset, as frozen when the period closed: the rows of an asset add up to the roll-forward report of the same period. Empty while the period is CLOSING.',
      csv: PeriodFiguresRow,
      errors: [404],
    }),
  )
  .input(PeriodFiguresQuery)
  .output(PeriodFigures)
  .query(async ({ ctx, input }) => answerListing(ctx, await periodFigures(ctx, input), presentPeriodFigures));
