import { router } from '@/server/api/trpc';
import { createRewardSourceRoute } from './create';
import { getRewardSourceRoute } from './get';
import { listRewardSourcesRoute } from './list';
import { updateRewardSourceRoute } from './update';

export const rewardSourcesRouter = router({
  create: createRewardSourceRoute,
  list: listRewardSourcesRoute,
  get: getRewardSourceRoute,
  update: updateRewardSourceRoute,
});
