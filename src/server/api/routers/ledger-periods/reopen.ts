import { LedgerPeriod, ReopenPeriod } from '@/contract/ledger-period';
import { presentPeriod } from '@/server/api/present/ledger-period';
import { route } from '@/server/api/route';
import { sensitiveProcedure } from '@/server/api/trpc';
import { reopenPeriod } from '@/server/services/periods/reopen-period';

export const reopenPeriodRoute = sensitiveProcedure('OWNER')
  .meta(
    route({
      method: 'POST',
      path: '/v1/ledger-periods/{id}/reopen',
      summary: 'Reopen a closed period',
      description:
        'Only the last closed period can be reopened. Entries can then be dated into it again, and its figures remain readable. In the dashboard only an owner can do this. Reopening it again changes nothing.',
      errors: [404, 409],
    }),
  )
  .input(ReopenPeriod)
  .output(LedgerPeriod)
  .mutation(({ ctx, input }) => reopenPeriod(ctx, input).then(presentPeriod));
