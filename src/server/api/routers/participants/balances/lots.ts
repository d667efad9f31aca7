import { ListLots, LotPage } from '@/contract/balance';
import { presentLot } from '@/server/api/present/lot';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { participantHolder } from '@/server/services/balances/holders';
import { listLots } from '@/server/services/balances/list-lots';

export const listLotsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}/balances/lots',
      summary: "List a participant's lots, first-expiring first",
      description: 'LOT assets only. `availability` sums up what the filters on program and asset leave, whatever the page.',
      errors: [404],
    }),
  )
  .input(ListLots)
  .output(LotPage)
  .query(async ({ ctx, input: { id, ...query } }) => {
    const { page, availability } = await listLots(ctx, await participantHolder(ctx, id), query);
    return { ...presentPage(page, presentLot), availability };
  });
