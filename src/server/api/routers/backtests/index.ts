import { router } from '@/server/api/trpc';
import { cancelBacktestRoute } from './cancel';
import { createBacktestRoute } from './create';
import { getBacktestRoute } from './get';
import { listBacktestsRoute } from './list';

export const backtestsRouter = router({
  create: createBacktestRoute,
  get: getBacktestRoute,
  list: listBacktestsRoute,
  cancel: cancelBacktestRoute,
});
