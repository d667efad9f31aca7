import { LedgerPeriod, LedgerPeriodPath } from '@/contract/ledger-period';
import { presentPeriod } from '@/server/api/present/ledger-period';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getPeriod } from '@/server/services/periods/get-period';

export const getPeriodRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/ledger-periods/{id}',
      summary: 'Read a closed period',
      description: 'Returns a period with its status, the number of its entries, and the position of the hash chain when it closed.',
      errors: [404],
    }),
  )
  .input(LedgerPeriodPath)
  .output(LedgerPeriod)
  .query(({ ctx, input }) => getPeriod(ctx, input.id).then(presentPeriod));
