import { ExpirationQuery, ExpirationRow, ExpirationSchedule } from '@/contract/report';
import { answerListing } from '@/server/api/answer-listing';
import { presentExpiration } from '@/server/api/present/report';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { expirationSchedule } from '@/server/services/reports/performance';

export const expirationScheduleReportRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/expiration-schedule',
      summary: 'Read what will expire, and when',
      description: 'Amounts currently left in lots that have an expiry; later spending is not predicted.',
      csv: ExpirationRow,
      errors: [],
    }),
  )
  .input(ExpirationQuery)
  .output(ExpirationSchedule)
  .query(async ({ ctx, input }) => answerListing(ctx, expirationSchedule(ctx, input), presentExpiration));
