import { ExpirationQuery, ExpirationRow, ExpirationSchedule } from '@/contract/report';
import { presentPage } from '@/server/api/present/page';
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
      description: 'Amounts currently left in lots that have an expiry; later spending is not predicted. All rows are on one page.',
      csv: ExpirationRow,
      errors: [],
    }),
  )
  .input(ExpirationQuery)
  .output(ExpirationSchedule)
  .query(async ({ ctx, input }) => presentPage({ rows: await expirationSchedule(ctx, input), nextCursor: null }, presentExpiration));
