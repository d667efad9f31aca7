import { GROUP, holderActivityRoutes } from '@/server/api/routers/holders';
import { router } from '@/server/api/trpc';
import { listGroupEventsRoute } from './events';

export const activityRouter = router({ events: listGroupEventsRoute, ...holderActivityRoutes(GROUP) });
