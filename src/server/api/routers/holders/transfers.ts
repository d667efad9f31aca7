import { ListActivityTransfers, TransferPage } from '@/contract/transfer';
import { presentPage } from '@/server/api/present/page';
import { presentTransfer } from '@/server/api/present/transfer';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listHolderTransfers } from '@/server/services/transfers/get-transfer';
import type { HolderKind } from './holder';

export const listHolderTransfersRoute = ({ noun, path, Path, find }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/activity/transfers`,
        summary: `List the transfers that a ${noun} gave or received`,
        description: 'Newest first by default, each with all of its recipients.',
        errors: [404],
      }),
    )
    .input(ListActivityTransfers.safeExtend(Path.shape))
    .output(TransferPage)
    .query(async ({ ctx, input: { id, ...query } }) =>
      presentPage(await listHolderTransfers(ctx, await find(ctx, id), query), presentTransfer),
    );
