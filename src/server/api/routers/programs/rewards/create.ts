import { CreateReward, Reward } from '@/contract/reward';
import { presentReward } from '@/server/api/present/reward';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { rewardOffer } from '@/server/services/fulfillment/reward-offer';
import { createReward } from '@/server/services/rewards/create-reward';

export const createRewardRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/rewards',
      summary: 'Add a reward to the catalog',
      description:
        'A DRAFT cannot be redeemed yet. Names are unique in the program, including archived rewards (`key_exists`). With `reward_source_id` and `product_id`, a gift-card provider delivers the reward: it is redeemed by `face_value_minor`, and its cost follows from the rate of the source.',
      status: 201,
      location: '/v1/programs/{program_id}/rewards/{id}',
      idempotency: 'replay',
      tags: ['rewards'],
      errors: [404, 409, 422, 502],
    }),
  )
  .input(CreateReward)
  .output(Reward)
  .mutation(async ({ ctx, input }) => {
    const offer = await rewardOffer(ctx, input);
    return replay(ctx, 'programs.rewards.create', input, (tx) => createReward(ctx, tx, input, offer).then(presentReward));
  });
