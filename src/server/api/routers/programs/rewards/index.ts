import { router } from '@/server/api/trpc';
import { createRewardRoute } from './create';
import { getRewardRoute } from './get';
import { listRewardsRoute } from './list';
import { updateRewardRoute } from './update';

export const rewardsRouter = router({ create: createRewardRoute, list: listRewardsRoute, get: getRewardRoute, update: updateRewardRoute });
