import { ListLots, LotPage } from '@/contract/balance';
import { presentLot } from '@/server/api/present/lot';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listLots } from '@/server/services/balances/list-lots';
import type { HolderKind } from './holder';

export const listLotsRoute = ({ noun, path, Path, find }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/balances/lots`,
        summary: `List the lots of a ${noun}, in order of expiry`,
        description:
          'LOT assets only. `availability` totals all lots of the filtered program and asset, regardless of the page; it is null when the lots are of several assets. A filter that is invalid, a combination that no lot can match, and a SIMPLE asset are refused with `invalid_filter`.',
        errors: [404],
      }),
    )
    .input(ListLots.safeExtend(Path.shape))
    .output(LotPage)
    .query(async ({ ctx, input: { id, ...query } }) => {
      const { page, availability } = await listLots(ctx, await find(ctx, id), query);
      return { ...presentPage(page, presentLot), availability };
    });
