import { LedgerVerification, StartLedgerVerification } from '@/contract/ledger';
import { presentVerification } from '@/server/api/present/ledger';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { startVerification } from '@/server/services/ledger/verify-ledger';

export const startVerificationRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/reports/ledger-verification',
      summary: 'Verify the ledger',
      description:
        'Checks everything that was committed before the request, in the background: that every entry balances, that balances, lots, holds and the totals that reports read agree with the postings, that the hash chain recomputed from the rows is the one that was sealed, and that the signatures of the checkpoints match it. Poll the verification until it is PASSED or FAILED; FAILED names every violation. While a verification is running, the request returns that one, with 200, instead of starting another.',
      status: [201, 200],
      idempotency: 'replay',
      location: '/v1/reports/ledger-verification/{id}',
      errors: [],
    }),
  )
  .input(StartLedgerVerification)
  .output(LedgerVerification)
  .mutation(async ({ ctx }) => {
    let isNew = true;
    const answer = await replay(ctx, 'reports.ledger-verification', {}, async (tx) => {
      const started = await startVerification(ctx, tx);
      ({ isNew } = started);
      return presentVerification(started.verification);
    });
    if (!isNew) ctx.reply.status = 200;
    return answer;
  });
