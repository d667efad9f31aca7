import { holderBalanceRoutes, PARTICIPANT } from '@/server/api/routers/holders';
import { router } from '@/server/api/trpc';
import { listBalancesRoute } from './list';

export const balancesRouter = router({ list: listBalancesRoute, ...holderBalanceRoutes(PARTICIPANT) });
