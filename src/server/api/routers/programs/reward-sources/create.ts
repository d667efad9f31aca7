import { CreateRewardSource, RewardSource } from '@/contract/fulfillment';
import { presentSource } from '@/server/api/present/fulfillment';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createSource } from '@/server/services/fulfillment/create-source';

export const createRewardSourceRoute = organizationProcedure
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
  );
