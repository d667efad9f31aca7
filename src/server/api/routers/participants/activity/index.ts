import { holderActivityRoutes, PARTICIPANT } from '@/server/api/routers/holders';
import { router } from '@/server/api/trpc';
import { listActivityRedemptionsRoute } from '@/server/api/routers/participants/redemptions/list';
import { listActivityEventsRoute } from './events';

export const activityRouter = router({
  events: listActivityEventsRoute,
  redemptions: listActivityRedemptionsRoute,
  ...holderActivityRoutes(PARTICIPANT),
});
