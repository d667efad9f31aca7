import { router } from '@/server/api/trpc';
import { adjustBalanceRoute } from './adjust';
import { listBalancesRoute } from './list';

export const balancesRouter = router({ list: listBalancesRoute, adjust: adjustBalanceRoute });
