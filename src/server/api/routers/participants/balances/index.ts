import { holderBalanceRoutes, PARTICIPANT } from '@/server/api/routers/holders';
import { router } from '@/server/api/trpc';

export const balancesRouter = router(holderBalanceRoutes(PARTICIPANT));
