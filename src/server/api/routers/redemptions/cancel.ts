import { CancelRedemption, Redemption } from '@/contract/redemption';
import { answerOutcome } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { revealClaimUrl } from '@/server/services/fulfillment/present-order';
import { cancelRedemption } from '@/server/services/redemptions/resolve-redemption';

export const cancelRedemptionRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/redemptions/{id}/cancel',
      summary: 'Cancel a pending redemption',
      description:
        'The reserved value becomes AVAILABLE again in one entry, except for value that has expired in the meantime. A redemption that is already CANCELLED is returned as it is; one that ended in another way is refused with `redemption_already_resolved`.',
      idempotency: 'conflict_safe',
      errors: [404, 409],
    }),
  )
  .input(CancelRedemption)
  .output(Redemption)
  .mutation(async ({ ctx, input }) => revealClaimUrl(ctx, answerOutcome(ctx, await cancelRedemption(ctx, input.id, input.reason ?? null))));
