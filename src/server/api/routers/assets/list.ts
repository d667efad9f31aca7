import { AssetPage, ListAssets } from '@/contract/asset';
import { presentAsset } from '@/server/api/present/asset';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listAssets } from '@/server/services/assets/get-asset';

export const listAssetsRoute = organizationProcedure
  .meta(route({ method: 'GET', path: '/v1/assets', summary: 'List assets', description: '`search` matches name and symbol.', errors: [] }))
  .input(ListAssets)
  .output(AssetPage)
  .query(async ({ ctx, input }) => presentPage(await listAssets(ctx, input), presentAsset));
