import { Asset, AssetPath } from '@/contract/asset';
import { presentAsset } from '@/server/api/present/asset';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getAsset } from '@/server/services/assets/get-asset';

export const getAssetRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/assets/{id}',
      summary: 'Read an asset',
      description: 'Returns an asset with its settings and the programs that it is linked to, even if it is archived.',
      errors: [404],
    }),
  )
  .input(AssetPath)
  .output(Asset)
  .query(({ ctx, input }) => getAsset(ctx, input.id).then(presentAsset));
