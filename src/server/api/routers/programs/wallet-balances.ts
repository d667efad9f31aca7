import { ListWalletBalances, WalletBalancePage } from '@/contract/balance';
import { presentWalletBalance } from '@/server/api/present/balance';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listWalletBalances } from '@/server/services/wallets/list-wallet-balances';

export const listWalletBalancesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/balance',
      summary: 'List the wallet balances of a program, by linked asset',
      description: 'Meaningful for PREFUNDED assets; UNLIMITED assets bypass the wallet and show zeros.',
      errors: [404],
    }),
  )
  .input(ListWalletBalances)
  .output(WalletBalancePage)
  .query(async ({ ctx, input }) => presentPage(await listWalletBalances(ctx, input), presentWalletBalance));
