/** Declares the procedures on reward sources, through which a program offers rewards of a fulfillment account. */
import {
  CreateRewardSource,
  ListRewardSources,
  RewardSource,
  RewardSourcePage,
  RewardSourcePath,
  UpdateRewardSource,
} from '@/contract/fulfillment';
import { presentSource } from '@/server/api/present/reward';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { createSource, getSource, listSources, updateSource } from '@/server/services/fulfillment/sources';

export const rewardSourcesRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/reward-sources',
        summary: 'Let a program offer rewards through a fulfillment account',
        description:
          'A reward that names the source and a product of the account is then redeemed by face value and costs the face value times `rate`. With the rate, the price of every denomination of the policy, or without denominations of every whole currency unit, must fit the scale of the asset.',
        status: 201,
        location: '/v1/programs/{program_id}/reward-sources/{id}',
        idempotency: 'replay',
        tags: ['reward-sources'],
        errors: [404, 409, 422],
      }),
    )
    .input(CreateRewardSource)
    .output(RewardSource)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'programs.reward_sources.create', input, (tx) => createSource(ctx, tx, input).then(presentSource)),
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/reward-sources',
        summary: 'List the reward sources of a program',
        description: 'Links between the program and fulfillment accounts, newest first by default.',
        tags: ['reward-sources'],
        errors: [404],
      }),
    )
    .input(ListRewardSources)
    .output(RewardSourcePage)
    .query(async ({ ctx, input }) => presentPage(await listSources(ctx, input), presentSource)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/reward-sources/{source_id}',
        summary: 'Read a reward source',
        description: 'Returns a source with the account behind it, the rate, and the policy for face values.',
        tags: ['reward-sources'],
        errors: [404],
      }),
    )
    .input(RewardSourcePath)
    .output(RewardSource)
    .query(({ ctx, input }) => getSource(ctx, input).then(presentSource)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/programs/{id}/reward-sources/{source_id}',
        summary: 'Change the rate or policy of a reward source, or archive it',
        description: 'Earlier redemptions keep their price.',
        tags: ['reward-sources'],
        errors: [404, 409],
      }),
    )
    .input(UpdateRewardSource)
    .output(RewardSource)
    .mutation(({ ctx, input }) => updateSource(ctx, input).then(presentSource)),
});
