import { router } from '@/server/api/trpc';
import { createAssetRoute } from './create';
import { getAssetRoute } from './get';
import { listAssetsRoute } from './list';
import { lookupAssetsRoute } from './lookup';
import { updateAssetRoute } from './update';

export const assetsRouter = router({
  create: createAssetRoute,
  list: listAssetsRoute,
  get: getAssetRoute,
  update: updateAssetRoute,
  lookup: lookupAssetsRoute,
});
