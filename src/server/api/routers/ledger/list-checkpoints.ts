import { LedgerCheckpointPage, ListLedgerCheckpoints } from '@/contract/ledger';
import { presentCheckpoint } from '@/server/api/present/ledger';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listCheckpoints } from '@/server/services/ledger/checkpoints';

export const listCheckpointsRoute = organizationProcedure
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
  .query(async ({ ctx, input }) => presentPage(await listCheckpoints(ctx, input), presentCheckpoint));
