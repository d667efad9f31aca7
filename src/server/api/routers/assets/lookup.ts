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
      description: 'Answers the assets that there are, and the ids for which there is none as `missing_ids`.',
      errors: [],
    }),
  )
  .input(LookupAssets)
  .output(AssetLookup)
  .query(async ({ ctx, input }) => {
    const { found, missing } = await lookupAssets(ctx, input.ids);
    return { data: found.map(presentAsset), missing_ids: missing };
  });
