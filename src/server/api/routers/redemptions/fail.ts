import { FailRedemption, Redemption } from '@/contract/redemption';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { revealClaimUrl } from '@/server/services/fulfillment/present-order';
import { failRedemption } from '@/server/services/redemptions/resolve-redemption';

export const failRedemptionRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/redemptions/{id}/fail',
      summary: 'Fail a pending redemption',
      description:
        'Releases the reserved value, as a cancellation does. A redemption that is already FAILED is returned as it is, with its first reason; one that ended in another way is refused with `redemption_already_resolved`.',
      idempotency: 'conflict_safe',
      errors: [404, 409],
    }),
  )
  .input(FailRedemption)
  .output(Redemption)
  .mutation(async ({ ctx, input }) => revealClaimUrl(ctx, answerOutcome(ctx, await failRedemption(ctx, input.id, input.reason))));
