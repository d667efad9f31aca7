import { router } from '@/server/api/trpc';
import { listParticipantRedemptionsRoute } from './list';
import { redeemAmountRoute } from './redeem-amount';
import { redeemRewardRoute } from './redeem-reward';

export const participantRedemptionsRouter = router({
  redeemAmount: redeemAmountRoute,
  redeemReward: redeemRewardRoute,
  list: listParticipantRedemptionsRoute,
});
