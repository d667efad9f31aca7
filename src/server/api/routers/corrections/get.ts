import { Correction, CorrectionPath } from '@/contract/correction';
import { presentCorrection } from '@/server/api/present/correction';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getCorrection } from '@/server/services/corrections/get-correction';

export const getCorrectionRoute = organizationProcedure
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
  .query(({ ctx, input }) => getCorrection(ctx, input).then(presentCorrection));
