import { BalancePage, ListBalances } from '@/contract/balance';
import { presentBalance } from '@/server/api/present/balance';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listBalances } from '@/server/services/balances/list-balances';

export const listBalancesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}/balances',
      summary: 'List the balances of a participant',
      description: 'One row for each program and asset in which value ever moved, by program and asset.',
      errors: [404],
    }),
  )
  .input(ListBalances)
  .output(BalancePage)
  .query(async ({ ctx, input }) => presentPage(await listBalances(ctx, input), presentBalance));
