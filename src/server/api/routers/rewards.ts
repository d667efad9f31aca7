/** Declares the procedures on the rewards of a program's catalog. */
import { CreateReward, ListRewards, Reward, RewardPage, RewardPath, UpdateReward } from '@/contract/reward';
import { presentPage } from '@/server/api/present/page';
import { presentReward } from '@/server/api/present/reward';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { rewardOffer } from '@/server/services/fulfillment/reward-offer';
import { createReward, getReward, listRewards, updateReward } from '@/server/services/rewards/rewards';

export const rewardsRouter = router({
  create: organizationProcedure
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
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rewards',
        summary: 'List the rewards of a program',
        description: '`search` matches the name.',
        tags: ['rewards'],
        errors: [404],
      }),
    )
    .input(ListRewards)
    .output(RewardPage)
    .query(async ({ ctx, input }) => presentPage(await listRewards(ctx, input), presentReward)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/rewards/{reward_id}',
        summary: 'Read a reward',
        description: 'Returns a reward with the number of redeemed units and the remaining stock.',
        tags: ['rewards'],
        errors: [404],
      }),
    )
    .input(RewardPath)
    .output(Reward)
    .query(({ ctx, input }) => getReward(ctx, input).then(presentReward)),

  update: organizationProcedure
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
    .mutation(({ ctx, input }) => updateReward(ctx, input).then(presentReward)),
});
