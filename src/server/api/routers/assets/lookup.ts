import { AssetLookup, LookupAssets } from '@/contract/asset';
import { presentAsset } from '@/server/api/present/asset';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { lookupAssets } from '@/server/services/assets/get-asset';

export const lookupAssetsRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/assets/lookup',
      summary: 'Read up to 500 assets by id',
      description: 'Returns the assets that exist, and as `missing_ids` the ids for which there is none.',
      errors: [],
    }),
  )
  .input(LookupAssets)
  .output(AssetLookup)
  .query(async ({ ctx, input }) => {
    const { found, missing } = await lookupAssets(ctx, input.ids);
    return { data: found.map(presentAsset), missing_ids: missing };
  });
