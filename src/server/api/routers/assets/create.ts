import { Asset, CreateAsset } from '@/contract/asset';
import { presentAsset } from '@/server/api/present/asset';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createAsset } from '@/server/services/assets/create-asset';

export const createAssetRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/assets',
      summary: 'Create an asset',
      description: '`scale`, `inventory_mode` and `issuance_policy` cannot be changed afterwards.',
      status: 201,
      location: '/v1/assets/{id}',
      idempotency: 'replay',
      errors: [404, 409],
    }),
  )
  .input(CreateAsset)
  .output(Asset)
  .mutation(({ ctx, input }) => replay(ctx, 'assets.create', input, (tx) => createAsset(ctx, tx, input).then(presentAsset)));
