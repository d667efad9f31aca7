import { CorrectionLine, CorrectionLinePage, ListCorrectionLines } from '@/contract/correction';
import { answerListing } from '@/server/api/answer-listing';
import { presentCorrectionLine } from '@/server/api/present/correction';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listCorrectionLines } from '@/server/services/corrections/get-correction';

export const correctionLinesRoute = organizationProcedure
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
  .query(async ({ ctx, input }) => answerListing(ctx, await listCorrectionLines(ctx, input), presentCorrectionLine));
