import { Reward, UpdateReward } from '@/contract/reward';
import { presentReward } from '@/server/api/present/reward';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateReward } from '@/server/services/rewards/update-reward';

export const updateRewardRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/programs/{id}/rewards/{reward_id}',
      summary: 'Change, open, close or archive a reward',
      description:
        'Fields that you leave out stay unchanged. Allowed status changes are DRAFT to ACTIVE, ACTIVE to OUT_OF_STOCK and back, and any of these to ARCHIVED, which is final; any other change is refused with `invalid_status`. Raising `max_total` reopens a reward that sold out; one that was set to OUT_OF_STOCK manually stays closed.',
      tags: ['rewards'],
      errors: [404, 409],
    }),
  )
  .input(UpdateReward)
  .output(Reward)
  .mutation(({ ctx, input }) => updateReward(ctx, input).then(presentReward));
