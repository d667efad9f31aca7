/** Declares the procedures on redemptions once they are made; participants make them. */
import {
  CancelRedemption,
  CaptureRedemption,
  FailRedemption,
  ListRedemptions,
  ListReversals,
  Redemption,
  RedemptionPage,
  RedemptionPath,
  ReversalResource,
  ReversalPage,
  ReverseRedemption,
} from '@/contract/redemption';
import { answerCreation, answerOutcome } from '@/server/api/outcome';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { revealClaimUrl } from '@/server/services/fulfillment/orders';
import { getRedemption, listRedemptions, listReversals, presentReversal, showRedemption } from '@/server/services/redemptions/redemptions';
import { cancelRedemption, captureRedemption, failRedemption } from '@/server/services/redemptions/resolve-redemption';
import { reverseRedemption } from '@/server/services/redemptions/reverse-redemption';

export const redemptionsRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/redemptions',
        summary: 'List redemptions',
        description: 'Redemptions of all participants, newest first by default.',
        errors: [],
      }),
    )
    .input(ListRedemptions)
    .output(RedemptionPage)
    .query(async ({ ctx, input }) => presentPage(await listRedemptions(ctx, input), showRedemption)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/redemptions/{id}',
        summary: 'Read a redemption',
        description:
          'Returns a redemption with its deadline while it is pending, the amount that was reversed, and the progress of its provider.',
        errors: [404],
      }),
    )
    .input(RedemptionPath)
    .output(Redemption)
    .query(({ ctx, input }) => getRedemption(ctx, input.id).then(showRedemption)),

  capture: organizationProcedure
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
    .mutation(async ({ ctx, input }) => revealClaimUrl(ctx, answerOutcome(ctx, await captureRedemption(ctx, input.id)))),

  cancel: organizationProcedure
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
    .mutation(async ({ ctx, input }) =>
      revealClaimUrl(ctx, answerOutcome(ctx, await cancelRedemption(ctx, input.id, input.reason ?? null))),
    ),

  fail: organizationProcedure
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
    .mutation(async ({ ctx, input }) => revealClaimUrl(ctx, answerOutcome(ctx, await failRedemption(ctx, input.id, input.reason)))),

  reverse: organizationProcedure
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
    .output(ReversalResource)
    .mutation(async ({ ctx, input }) => answerCreation(ctx, await reverseRedemption(ctx, input))),

  reversals: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/redemptions/{id}/reversals',
        summary: 'List the reversals of a redemption',
        description: 'Each with what was returned and the journal entry of the reversal.',
        errors: [404],
      }),
    )
    .input(ListReversals)
    .output(ReversalPage)
    .query(async ({ ctx, input }) => presentPage(await listReversals(ctx, input), presentReversal)),
});
