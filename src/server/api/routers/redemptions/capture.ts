import { CaptureRedemption, Redemption } from '@/contract/redemption';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { revealClaimUrl } from '@/server/services/fulfillment/present-order';
import { captureRedemption } from '@/server/services/redemptions/resolve-redemption';

export const captureRedemptionRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/redemptions/{id}/capture',
      summary: 'Capture a pending redemption',
      description:
        'Spends the reserved value; the redemption becomes COMPLETED. If part of the reservation has expired, the response is 422 `insufficient_funds` and the redemption stays PENDING. A redemption that is already COMPLETED is returned as it is; one that ended in another way is refused with `redemption_already_resolved`.',
      idempotency: 'conflict_safe',
      errors: [404, 409, 422],
    }),
  )
  .input(CaptureRedemption)
  .output(Redemption)
  .mutation(async ({ ctx, input }) => revealClaimUrl(ctx, answerOutcome(ctx, await captureRedemption(ctx, input.id))));
