import { router } from '@/server/api/trpc';
import { performBalanceBatchRoute } from './batch';

/** Operations on the balances of several holders at once; those on one holder's are with the holder. */
export const balancesRouter = router({ batch: performBalanceBatchRoute });
