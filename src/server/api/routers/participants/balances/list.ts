import { BalancePage, ListBalances } from '@/contract/balance';
import { presentBalance } from '@/server/api/present/balance';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { participantHolder } from '@/server/services/balances/holders';
import { listBalances } from '@/server/services/balances/list-balances';

export const listBalancesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}/balances',
      summary: 'List the balances of a participant',
      description: 'One row for each program and asset in which value ever moved, by program and asset. With `as_of`, as they stood at that time.',
      errors: [404],
    }),
  )
  .input(ListBalances)
  .output(BalancePage)
  .query(async ({ ctx, input: { id, ...query } }) => presentPage(await listBalances(ctx, await participantHolder(ctx, id), query), presentBalance));
