import { GROUP, holderBalanceRoutes } from '@/server/api/routers/holders';
import { standingRoutes, stateRoutes } from '@/server/api/routers/state';
import { router } from '@/server/api/trpc';
import { activityRouter } from './activity';
import { createGroupRoute } from './create';
import { getGroupRoute } from './get';
import { listGroupsRoute } from './list';
import { membersRouter } from './members';
import { updateGroupRoute } from './update';

export const groupsRouter = router({
  create: createGroupRoute,
  list: listGroupsRoute,
  get: getGroupRoute,
  update: updateGroupRoute,
  members: membersRouter,
  balances: router(holderBalanceRoutes(GROUP)),
  activity: activityRouter,
  state: router({ ...stateRoutes(GROUP), ...standingRoutes(GROUP) }),
});
