import { LedgerPeriodPage, ListLedgerPeriods } from '@/contract/ledger-period';
import { presentPeriod } from '@/server/api/present/ledger-period';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listPeriods } from '@/server/services/periods/get-period';

export const listPeriodsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/ledger-periods',
      summary: 'List closed periods',
      description: 'Newest first, including periods that were reopened.',
      errors: [],
    }),
  )
  .input(ListLedgerPeriods)
  .output(LedgerPeriodPage)
  .query(async ({ ctx, input }) => presentPage(await listPeriods(ctx, input), presentPeriod));
