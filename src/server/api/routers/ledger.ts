/** Declares what verifying the ledger from outside takes: its public key and its signed checkpoints. */
import { LedgerCheckpointPage, LedgerPublicKey, ListLedgerCheckpoints, NoInput } from '@/contract/ledger';
import { presentCheckpoint, presentPublicKey } from '@/server/api/present/ledger';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { listCheckpoints } from '@/server/services/ledger/seal-entries';
import { currentPublicKey } from '@/server/services/ledger/signing-key';

export const ledgerRouter = router({
  publicKey: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/ledger/public-key',
        summary: 'Read the public key that checkpoints are signed with',
        description:
          'There is one key for the whole deployment. Keep a copy outside of it, and verify checkpoints, and exports that end with one, against your copy.',
        errors: [],
      }),
    )
    .input(NoInput)
    .output(LedgerPublicKey)
    .query(() => currentPublicKey(organizationClock(0)).then(presentPublicKey)),

  listCheckpoints: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/ledger/checkpoints',
        summary: 'List signed checkpoints of the ledger',
        description:
          'Every 1,000 entries, and five minutes after an entry, the service signs the last seal of the ledger. With a checkpoint that you keep, you can later prove that nothing before it was changed.',
        errors: [],
      }),
    )
    .input(ListLedgerCheckpoints)
    .output(LedgerCheckpointPage)
    .query(async ({ ctx, input }) => presentPage(await listCheckpoints(ctx, input), presentCheckpoint)),
});
