import { FailRedemption, Redemption } from '@/contract/redemption';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { revealClaimUrl } from '@/server/services/fulfillment/present-order';
import { failRedemption } from '@/server/services/redemptions/cancel-redemption';

export const failRedemptionRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/redemptions/{id}/fail',
      summary: 'Fail a pending redemption',
      description:
        'Releases what is left of the reservation, as a cancellation does. One that is FAILED is returned as it is, with its first reason; one that ended otherwise is `redemption_already_resolved`.',
      idempotency: 'conflict_safe',
      errors: [404, 409],
    }),
  )
  .input(FailRedemption)
  .output(Redemption)
  .mutation(async ({ ctx, input }) => revealClaimUrl(ctx, answerOutcome(ctx, await failRedemption(ctx, input.id, input.reason))));
