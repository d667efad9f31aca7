import { PARTICIPANT } from '@/server/api/routers/holders';
import { standingRoutes, stateRoutes } from '@/server/api/routers/state';
import { router } from '@/server/api/trpc';
import { activityRouter } from './activity';
import { balancesRouter } from './balances';
import { getParticipantRoute } from './get';
import { listParticipantsRoute } from './list';
import { participantRedemptionsRouter } from './redemptions';
import { updateParticipantRoute } from './update';
import { upsertParticipantRoute } from './upsert';

export const participantsRouter = router({
  upsert: upsertParticipantRoute,
  list: listParticipantsRoute,
  get: getParticipantRoute,
  update: updateParticipantRoute,
  balances: balancesRouter,
  activity: activityRouter,
  state: router({ ...stateRoutes(PARTICIPANT), ...standingRoutes(PARTICIPANT) }),
  redemptions: participantRedemptionsRouter,
});
