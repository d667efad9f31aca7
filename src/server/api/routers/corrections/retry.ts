import { CorrectionPath, CorrectionSummary } from '@/contract/correction';
import { presentCorrectionSummary } from '@/server/api/present/correction';
import { route } from '@/server/api/route';
import { sensitiveProcedure } from '@/server/api/trpc';
import { retryCorrection } from '@/server/services/corrections/approve-correction';

export const retryCorrectionRoute = sensitiveProcedure('ADMIN')
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
  .mutation(async ({ ctx, input }) => {
    const answer = presentCorrectionSummary(await retryCorrection(ctx, input));
    ctx.reply.status = 202;
    return answer;
  });
