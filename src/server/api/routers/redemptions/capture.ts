import { CaptureRedemption, Redemption } from '@/contract/redemption';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { revealClaimUrl } from '@/server/services/fulfillment/present-order';
import { captureRedemption } from '@/server/services/redemptions/capture-redemption';

export const captureRedemptionRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/redemptions/{id}/capture',
      summary: 'Spend what a pending redemption has reserved',
      description:
        'The redemption becomes COMPLETED. When part of the reservation has expired the answer is 422 `insufficient_funds` and it stays PENDING. One that is COMPLETED is returned as it is; one that ended otherwise is `redemption_already_resolved`.',
      idempotency: 'conflict_safe',
      errors: [404, 409, 422],
    }),
  )
  .input(CaptureRedemption)
  .output(Redemption)
  .mutation(async ({ ctx, input }) => revealClaimUrl(ctx, answerOutcome(ctx, await captureRedemption(ctx, input.id))));
