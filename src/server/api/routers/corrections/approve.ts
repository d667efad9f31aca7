import { CorrectionPath, CorrectionSummary } from '@/contract/correction';
import { presentCorrectionSummary } from '@/server/api/present/correction';
import { route } from '@/server/api/route';
import { sensitiveProcedure } from '@/server/api/trpc';
import { approveCorrection } from '@/server/services/corrections/approve-correction';

export const approveCorrectionRoute = sensitiveProcedure('ADMIN')
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
  .mutation(async ({ ctx, input }) => {
    const answer = presentCorrectionSummary(await approveCorrection(ctx, input));
    ctx.reply.status = 202;
    return answer;
  });
