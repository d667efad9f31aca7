import { Correction, CreateCorrection } from '@/contract/correction';
import { presentCorrection } from '@/server/api/present/correction';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getCorrection } from '@/server/services/corrections/get-correction';
import { planCorrection } from '@/server/services/corrections/plan-correction';

export const createCorrectionRoute = organizationProcedure
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
  });
