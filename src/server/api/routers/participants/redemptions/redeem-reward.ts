import { RedeemReward, Redemption } from '@/contract/redemption';
import { answerCreation } from '@/server/api/outcome';
import { PARTICIPANT } from '@/server/api/routers/holders';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { revealClaimUrl } from '@/server/services/fulfillment/present-order';
import { participantId } from '@/server/services/participants/get-participant';
import { redeemReward } from '@/server/services/redemptions/redeem-reward';

export const redeemRewardRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: `${PARTICIPANT.path}/redemptions/items`,
      summary: 'Redeem a reward of the catalog',
      description:
        'The cost is the unit cost times `quantity`, or `amount` for a reward redeemed by amount. A pending redemption takes its units from the stock at once, and returns them when it is cancelled, failed or expired. A reward that a provider delivers takes only `face_value_minor` and is PENDING, whatever `mode` says, until the provider has delivered it (COMPLETED) or refused it (FAILED, with release); `fulfillment` shows the progress, and its `claim_url` is where the participant claims the reward.',
      status: [201, 200],
      location: '/v1/redemptions/{id}',
      idempotency: 'conflict_safe',
      tags: ['redemptions'],
      errors: [404, 409, 422],
    }),
  )
  .input(RedeemReward)
  .output(Redemption)
  .mutation(async ({ ctx, input: { id, ...body } }) =>
    revealClaimUrl(ctx, answerCreation(ctx, await redeemReward(ctx, { type: 'PARTICIPANT', id: await participantId(ctx, id) }, body))),
  );
