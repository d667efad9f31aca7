import { router } from '@/server/api/trpc';
import { getVerificationRoute } from './get-verification';
import { listVerificationsRoute } from './list-verifications';
import { startVerificationRoute } from './start-verification';
import { trialBalanceRoute } from './trial-balance';

export const reportsRouter = router({
  trialBalance: trialBalanceRoute,
  startVerification: startVerificationRoute,
  listVerifications: listVerificationsRoute,
  getVerification: getVerificationRoute,
});
