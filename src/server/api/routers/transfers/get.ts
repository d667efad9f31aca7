import { Transfer, TransferPath } from '@/contract/transfer';
import { presentTransfer } from '@/server/api/present/transfer';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getTransfer } from '@/server/services/transfers/get-transfer';

export const getTransferRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/transfers/{id}',
      summary: 'Read a transfer',
      description: 'Returns a transfer with its source, all of its recipients and the journal entry that moved the value.',
      errors: [404],
    }),
  )
  .input(TransferPath)
  .output(Transfer)
  .query(({ ctx, input }) => getTransfer(ctx, input.id).then(presentTransfer));
