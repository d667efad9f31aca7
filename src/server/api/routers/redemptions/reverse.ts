import { Reversal, ReverseRedemption } from '@/contract/redemption';
import { answerCreation } from '@/server/api/outcome';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { reverseRedemption } from '@/server/services/redemptions/reverse-redemption';

export const reverseRedemptionRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/redemptions/{id}/reverse',
      summary: 'Reverse a completed redemption, wholly or in part',
      description:
        'Returns an amount, or units of a reward with their cost. Value goes back to the lots that it came from, the lot spent last first, each with its own expiry: value that goes back to a lot that has expired in the meantime expires at once. Units return to the stock, all of them when nothing of the amount is left.',
      status: [201, 200],
      location: '/v1/redemptions/{redemption_id}/reversals',
      idempotency: 'conflict_safe',
      errors: [404, 409],
    }),
  )
  .input(ReverseRedemption)
  .output(Reversal)
  .mutation(async ({ ctx, input }) => answerCreation(ctx, await reverseRedemption(ctx, input)));
