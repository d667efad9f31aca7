import { CorrectionPath, CorrectionSummary } from '@/contract/correction';
import { presentCorrectionSummary } from '@/server/api/present/correction';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { cancelCorrection } from '@/server/services/corrections/cancel-correction';

export const cancelCorrectionRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/corrections/{correction_id}/cancel',
      summary: 'Cancel a correction',
      description: 'A plan is dropped. Posting stops, and lines that are already posted remain. Cancelling again changes nothing.',
      status: 200,
      errors: [400, 404],
      tags: ['rules'],
    }),
  )
  .input(CorrectionPath)
  .output(CorrectionSummary)
  .mutation(async ({ ctx, input }) => {
    const answer = presentCorrectionSummary(await cancelCorrection(ctx, input));
    ctx.reply.status = 200;
    return answer;
  });
