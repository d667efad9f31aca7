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
      summary: 'Open a closed period again',
      description:
        'Only the last closed period can be reopened. It guards nothing any more, and its figures stay to be read. In the dashboard only an owner can do it. Reopening it again changes nothing.',
      errors: [404, 409],
    }),
  )
  .input(ReopenPeriod)
  .output(LedgerPeriod)
  .mutation(({ ctx, input }) => reopenPeriod(ctx, input).then(presentPeriod));
