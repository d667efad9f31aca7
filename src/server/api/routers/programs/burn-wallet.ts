import { MoveProgramWallet, WalletMoveResult } from '@/contract/balance';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { moveWallet } from '@/server/services/wallets/move-wallet';

export const burnWalletRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/assets/{asset_id}/burn',
      summary: 'Burn value of a program wallet',
      description: 'Removes value that was funded but not yet issued. Only PREFUNDED assets have a wallet.',
      idempotency: 'conflict_safe',
      errors: [404, 409, 422],
    }),
  )
  .input(MoveProgramWallet)
  .output(WalletMoveResult)
  .mutation(async ({ ctx, input: { id, asset_id, ...body } }) =>
    answerOutcome(ctx, await moveWallet(ctx, 'BURN', { programId: id, assetId: asset_id }, body)),
  );
