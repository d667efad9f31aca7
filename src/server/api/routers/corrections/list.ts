import { CorrectionPage, ListCorrections } from '@/contract/correction';
import { presentCorrectionSummary } from '@/server/api/present/correction';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listCorrections } from '@/server/services/corrections/get-correction';

export const listCorrectionsRoute = organizationProcedure
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
  .query(async ({ ctx, input }) => presentPage(await listCorrections(ctx, input), presentCorrectionSummary));
