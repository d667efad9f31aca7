import { BalancePage, ListBalances } from '@/contract/balance';
import { presentBalance } from '@/server/api/present/balance';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listBalances } from '@/server/services/balances/list-balances';
import type { HolderKind } from './holder';

export const listBalancesRoute = ({ noun, path, Path, find }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/balances`,
        summary: `List the balances of a ${noun}`,
        description:
          'One row for each program and asset in which value ever moved, sorted by program and asset. With `as_of`, balances are as they stood at that time.',
        errors: [404],
      }),
    )
    .input(ListBalances.safeExtend(Path.shape))
    .output(BalancePage)
    .query(async ({ ctx, input: { id, ...query } }) => presentPage(await listBalances(ctx, await find(ctx, id), query), presentBalance));
