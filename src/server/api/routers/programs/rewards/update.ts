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
        'Fields that are left out stay as they are. DRAFT becomes ACTIVE; ACTIVE and OUT_OF_STOCK change places; each of them becomes ARCHIVED, which is final: any other move is `invalid_status`. Raising `max_total` opens a reward that sold out; one that was closed by hand stays closed.',
      tags: ['rewards'],
      errors: [404, 409],
    }),
  )
  .input(UpdateReward)
  .output(Reward)
  .mutation(({ ctx, input }) => updateReward(ctx, input).then(presentReward));
