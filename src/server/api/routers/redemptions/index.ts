import { router } from '@/server/api/trpc';
import { cancelRedemptionRoute } from './cancel';
import { captureRedemptionRoute } from './capture';
import { failRedemptionRoute } from './fail';
import { getRedemptionRoute } from './get';
import { listRedemptionsRoute } from './list';
import { listReversalsRoute } from './reversals';
import { reverseRedemptionRoute } from './reverse';

export const redemptionsRouter = router({
  list: listRedemptionsRoute,
  get: getRedemptionRoute,
  capture: captureRedemptionRoute,
  cancel: cancelRedemptionRoute,
  fail: failRedemptionRoute,
  reverse: reverseRedemptionRoute,
  reversals: listReversalsRoute,
});
