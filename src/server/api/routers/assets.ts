/** Declares the procedures on assets, the units that value is counted in. */
import { Asset, AssetLookup, AssetPage, AssetPath, CreateAsset, ListAssets, LookupAssets, UpdateAsset } from '@/contract/asset';
import { presentAsset } from '@/server/api/present/program';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { createAsset, getAsset, listAssets, lookupAssets, updateAsset } from '@/server/services/programs/assets';

export const assetsRouter = router({
  create: organizationProcedure
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
    .mutation(({ ctx, input }) => replay(ctx, 'assets.create', input, (tx) => createAsset(ctx, tx, input).then(presentAsset))),

  list: organizationProcedure
    .meta(
      route({ method: 'GET', path: '/v1/assets', summary: 'List assets', description: '`search` matches name and symbol.', errors: [] }),
    )
    .input(ListAssets)
    .output(AssetPage)
    .query(async ({ ctx, input }) => presentPage(await listAssets(ctx, input), presentAsset)),

  get: organizationProcedure
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
    .query(({ ctx, input }) => getAsset(ctx, input.id).then(presentAsset)),

  update: organizationProcedure
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
    .mutation(({ ctx, input }) => updateAsset(ctx, input).then(presentAsset)),

  lookup: organizationProcedure
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
    }),
});
