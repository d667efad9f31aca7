import { router } from '@/server/api/trpc';
import { createProgramRoute } from './create';
import { getProgramRoute } from './get';
import { linkAssetRoute } from './link-asset';
import { listProgramsRoute } from './list';
import { unlinkAssetRoute } from './unlink-asset';
import { updateProgramRoute } from './update';

export const programsRouter = router({
  create: createProgramRoute,
  list: listProgramsRoute,
  get: getProgramRoute,
  update: updateProgramRoute,
  linkAsset: linkAssetRoute,
  unlinkAsset: unlinkAssetRoute,
});
