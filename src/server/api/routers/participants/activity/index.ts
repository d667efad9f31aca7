import { holderActivityRoutes, PARTICIPANT } from '@/server/api/routers/holders';
import { router } from '@/server/api/trpc';
import { listActivityEventsRoute } from './events';

export const activityRouter = router({ events: listActivityEventsRoute, ...holderActivityRoutes(PARTICIPANT) });
