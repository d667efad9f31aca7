import { PeriodFigures, PeriodFiguresQuery, PeriodFiguresRow } from '@/contract/ledger-period';
import { presentPeriodFigures } from '@/server/api/present/ledger-period';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { periodFigures } from '@/server/services/periods/get-period';

export const periodFiguresRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/ledger-periods/{id}/figures',
      summary: 'The roll-forward that a period was closed with',
      description:
        'By program and asset, as it was kept when the period closed: the rows of an asset add up to what the roll-forward of the same period answers. None while it is CLOSING. All rows come on one page.',
      csv: PeriodFiguresRow,
      errors: [404],
    }),
  )
  .input(PeriodFiguresQuery)
  .output(PeriodFigures)
  .query(async ({ ctx, input }) => presentPage({ rows: await periodFigures(ctx, input), nextCursor: null }, presentPeriodFigures));
