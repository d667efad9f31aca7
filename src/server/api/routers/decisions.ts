/** Declares the procedures on decisions within the request: previewing, reserving, committing and cancelling them, and reading them. */
import {
  CancelDecision,
  ChangeDecision,
  CommitDecision,
  Decide,
  DecisionPage,
  DecisionRecord,
  GetDecision,
  ListDecisions,
  PreviewDecision,
} from '@/contract/decision';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { cancelReservation, changeDecision, commitReservation, decide } from '@/server/services/decisions/decide';
import { describeDecision, getDecision, listDecisions } from '@/server/services/decisions/get-decision';
import { describePreview, previewDecision } from '@/server/services/decisions/preview-decision';

const EXAMPLE_DECISION = {
  program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21',
  external_id: 'ada',
  idempotency_key: 'basket-1042',
  mode: 'RESERVE',
  event_data: { type: 'purchase', amount: 24.5 },
  redemptions: [{ asset_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b22', amount: '500' }],
};

export const decisionsRouter = router({
  decide: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/decisions',
        summary: 'Decide within the request',
        description:
          'The body of an event, and whether to preview, reserve or commit it: the rules run before the answer. `redemptions` are spent first, then the rules run; a redemption that is refused refuses the whole decision, except in a preview, which lists it in `refused`. The decision comes after every earlier event of the participant. `program_id` and `idempotency_key` identify it: the same request again gets the decision as it is now. A preview needs no key and is not stored.',
        idempotency: 'conflict_safe',
        example: EXAMPLE_DECISION,
        errors: [404, 409, 422],
      }),
    )
    .input(Decide)
    .output(DecisionRecord)
    .mutation(async ({ ctx, input }) => {
      const { mode } = input;
      if (mode === 'PREVIEW') return describePreview(await previewDecision(ctx, input), input.evaluations);
      return describeDecision(ctx, await decide(ctx, { ...input, mode }), input.evaluations);
    }),

  /** Previews a decision; for readers, and over REST by `POST /v1/decisions`. */
  preview: organizationProcedure
    .input(PreviewDecision)
    .output(DecisionRecord)
    .query(async ({ ctx, input }) => describePreview(await previewDecision(ctx, { ...input, mode: 'PREVIEW' }), input.evaluations)),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/decisions',
        summary: 'List decisions',
        description:
          'Decisions that were reserved or committed, newest first by default. Sorted by `expires_at`, only those that were reserved; with `status` RESERVED and `sort_dir` asc, those that expire next come first.',
        errors: [],
      }),
    )
    .input(ListDecisions)
    .output(DecisionPage)
    .query(async ({ ctx, input }) => {
      const { decisions, nextCursor } = await listDecisions(ctx, input);
      return { data: decisions, pagination: { has_more: nextCursor !== null, next_cursor: nextCursor } };
    }),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/decisions/{id}',
        summary: 'Read a decision',
        description: 'Returns a decision as it is now; with `evaluations`, the verdict of every rule, as long as that is kept.',
        errors: [404],
      }),
    )
    .input(GetDecision)
    .output(DecisionRecord)
    .query(({ ctx, input }) => getDecision(ctx, input)),

  change: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/decisions/{id}',
        summary: 'Change a reservation',
        description:
          'Gives back what is reserved and decides anew, in one step, on another basket, with other redemptions or until another time; with the rules of the time of the reservation. What you leave out stays as it is.',
        errors: [404, 409, 422],
      }),
    )
    .input(ChangeDecision)
    .output(DecisionRecord)
    .mutation(async ({ ctx, input }) => describeDecision(ctx, await changeDecision(ctx, input), input.evaluations)),

  commit: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/decisions/{id}/commit',
        summary: 'Commit a reservation',
        description:
          'Books exactly what was reserved, also if rules have changed since, and captures its redemptions; the event is stored as COMPLETED. With `event_data`, the part of the basket that was sold is decided with the rules of that time and booked instead. A decision that is already COMMITTED is returned as it is.',
        errors: [404, 409, 422],
      }),
    )
    .input(CommitDecision)
    .output(DecisionRecord)
    .mutation(async ({ ctx, input }) => describeDecision(ctx, await commitReservation(ctx, input), false)),

  cancel: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/decisions/{id}/cancel',
        summary: 'Cancel a reservation',
        description:
          'Gives back everything that is reserved: value, stock, budgets and wallets. No event is stored. A decision that is already CANCELLED is returned as it is.',
        errors: [404, 409],
      }),
    )
    .input(CancelDecision)
    .output(DecisionRecord)
    .mutation(async ({ ctx, input }) => describeDecision(ctx, await cancelReservation(ctx, input), false)),
});
