import { Asset, UpdateAsset } from '@/contract/asset';
import { presentAsset } from '@/server/api/present/asset';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateAsset } from '@/server/services/assets/update-asset';

export const updateAssetRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/assets/{id}',
      summary: 'Rename an asset, change its ceiling or archive it',
      description: 'An archived asset cannot be used for anything new, and cannot become active again.',
      errors: [404, 422],
    }),
  )
  .input(UpdateAsset)
  .output(Asset)
  .mutation(({ ctx, input }) => updateAsset(ctx, input).then(presentAsset));
