import { ProgramActivity, ProgramActivityQuery, ProgramActivityRow } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
import { presentProgramActivity } from '@/server/api/present/report';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { programActivity } from '@/server/services/reports/performance';

export const programActivityReportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/program-activity',
      summary: 'Events, participants and entries of each program over time',
      description: 'Periods in which nothing happened are left out.',
      csv: ProgramActivityRow,
      errors: [],
    }),
  )
  .input(ProgramActivityQuery)
  .output(ProgramActivity)
  .query(async ({ ctx, input }) => answerListing(ctx, await programActivity(ctx, input), presentProgramActivity));
