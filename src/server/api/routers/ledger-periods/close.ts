import { ClosePeriod, LedgerPeriod } from '@/contract/ledger-period';
import { presentPeriod } from '@/server/api/present/ledger-period';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { sensitiveProcedure } from '@/server/api/trpc';
import { closePeriod } from '@/server/services/periods/close-period';

export const closePeriodRoute = sensitiveProcedure('ADMIN')
  .meta(
    route({
      method: 'POST',
      path: '/v1/ledger-periods',
      summary: 'Close the books up to a time',
      description:
        'Closes everything from the end of the last closed period up to `to`, for all programs of the organization. From then on no journal entry can be dated into the period, and its figures (the roll-forward, the trial balance, the number of entries, and where the hash chain stood) are frozen. The response has the status `CLOSING`; the period is `CLOSED` a moment later, when its figures are added up and all of its entries are sealed. Ledger verifications compare the figures of closed periods with the journal.',
      status: 201,
      idempotency: 'replay',
      location: '/v1/ledger-periods/{id}',
      errors: [409],
    }),
  )
  .input(ClosePeriod)
  .output(LedgerPeriod)
  .mutation(({ ctx, input }) => replay(ctx, 'ledger-periods.close', input, async (tx) => presentPeriod(await closePeriod(ctx, tx, input))));
