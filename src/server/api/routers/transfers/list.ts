import { ListTransfers, TransferPage } from '@/contract/transfer';
import { presentPage } from '@/server/api/present/page';
import { presentTransfer } from '@/server/api/present/transfer';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listTransfers } from '@/server/services/transfers/get-transfer';

export const listTransfersRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/transfers',
      summary: 'List transfers',
      description: '`participant_id` and `group_id` match either side; together, they select the transfers between the two.',
      errors: [],
    }),
  )
  .input(ListTransfers)
  .output(TransferPage)
  .query(async ({ ctx, input }) => presentPage(await listTransfers(ctx, input), presentTransfer));
