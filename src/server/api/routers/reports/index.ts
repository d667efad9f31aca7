import { router } from '@/server/api/trpc';
import { trialBalanceRoute } from './trial-balance';

export const reportsRouter = router({ trialBalance: trialBalanceRoute });
