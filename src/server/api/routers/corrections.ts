/** Declares the procedures on corrections, which post the difference between what a program gave and what it should have given. */
import {
  Correction,
  CorrectionLine,
  CorrectionLinePage,
  CorrectionPage,
  CorrectionPath,
  CorrectionSummary,
  CreateCorrection,
  ListCorrectionLines,
  ListCorrections,
} from '@/contract/correction';
import { answerListing } from '@/server/api/answer-listing';
import { presentCorrection, presentCorrectionLine, presentCorrectionSummary } from '@/server/api/present/correction';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router, sensitiveProcedure } from '@/server/api/trpc';
import {
  approveCorrection,
  cancelCorrection,
  getCorrection,
  listCorrectionLines,
  listCorrections,
  planCorrection,
  retryCorrection,
} from '@/server/services/corrections/corrections';

export const correctionsRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/corrections',
        summary: 'Plan a correction of the past',
        description:
          'Use this when a rule was wrong. For every holder that differs in a completed backtest of the right rules, the plan says what they had at the end of its window, what they should have had, and how much of the difference could be taken now. Nothing moves before you approve the plan. Anything after the window is not examined, so let the backtest reach up to now.',
        status: 201,
        idempotency: 'replay',
        location: '/v1/programs/{program_id}/corrections/{id}',
        errors: [400, 404, 409],
        tags: ['rules'],
      }),
    )
    .input(CreateCorrection)
    .output(Correction)
    .mutation(async ({ ctx, input }) => {
      const { id } = await replay(ctx, 'corrections.create', input, async (tx) => ({ id: (await planCorrection(ctx, tx, input)).id }));
      return presentCorrection(await getCorrection(ctx, { id: input.id, correction_id: id }));
    }),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/corrections',
        summary: 'List the corrections of a program',
        description: 'Newest first, without their totals; read a single correction for those.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(ListCorrections)
    .output(CorrectionPage)
    .query(async ({ ctx, input }) => presentPage(await listCorrections(ctx, input), presentCorrectionSummary)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/corrections/{correction_id}',
        summary: 'Read a correction',
        description: 'Returns the progress of a correction and its totals by asset.',
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(CorrectionPath)
    .output(Correction)
    .query(({ ctx, input }) => getCorrection(ctx, input).then(presentCorrection)),

  lines: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/programs/{id}/corrections/{correction_id}/lines',
        summary: 'List the lines of a correction',
        description:
          'One line for each holder and asset that differ, from the largest amount given to the largest amount taken. Entries of posted lines carry the `reference_id` `service:correction:{correction_id}`.',
        csv: CorrectionLine,
        errors: [404],
        tags: ['rules'],
      }),
    )
    .input(ListCorrectionLines)
    .output(CorrectionLinePage)
    .query(async ({ ctx, input }) => answerListing(ctx, await listCorrectionLines(ctx, input), presentCorrectionLine)),

  approve: sensitiveProcedure('ADMIN')
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/corrections/{correction_id}/approve',
        summary: 'Approve a correction',
        description:
          'Posts the lines of the correction in the background, each at most once, as entries of type `CORRECTION` that are dated when they are posted; budgets do not count them. Every line is decided on the balance at that moment. The approval is refused when events of the window were processed again since the backtest (`correction_stale`), and when another correction moved value of the same holders for an overlapping window (`correction_overlaps`). In the dashboard only an admin can approve.',
        status: 202,
        errors: [400, 404, 409],
        tags: ['rules'],
      }),
    )
    .input(CorrectionPath)
    .output(CorrectionSummary)
    .mutation(({ ctx, input }) => approveCorrection(ctx, input).then(presentCorrectionSummary)),

  retry: sensitiveProcedure('ADMIN')
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/corrections/{correction_id}/retry',
        summary: 'Retry the skipped and failed lines of a correction',
        description:
          'Use this once the cause is fixed: a wallet was funded, a participant is active again. Lines that are already posted are not posted again.',
        status: 202,
        errors: [400, 404, 409],
        tags: ['rules'],
      }),
    )
    .input(CorrectionPath)
    .output(CorrectionSummary)
    .mutation(({ ctx, input }) => retryCorrection(ctx, input).then(presentCorrectionSummary)),

  cancel: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/programs/{id}/corrections/{correction_id}/cancel',
        summary: 'Cancel a correction',
        description: 'A plan is dropped. Posting stops, and lines that are already posted remain. Cancelling again changes nothing.',
        errors: [400, 404],
        tags: ['rules'],
      }),
    )
    .input(CorrectionPath)
    .output(CorrectionSummary)
    .mutation(({ ctx, input }) => cancelCorrection(ctx, input).then(presentCorrectionSummary)),
});
