import { ListRequestLogs, RequestLog, RequestLogPage } from '@/contract/log';
import { answerListing } from '@/server/api/answer-listing';
import { presentRequestLog } from '@/server/api/present/request-log';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listRequestLogs } from '@/server/services/logs/get-request-log';

export const listRequestLogsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/logs',
      summary: 'List API requests',
      description:
        'Every request to /v1 that came with a key of the organization, newest first; a request appears within a second and is kept for 30 days, unless the operator has set another time.',
      csv: RequestLog,
      errors: [],
    }),
  )
  .input(ListRequestLogs)
  .output(RequestLogPage)
  .query(async ({ ctx, input }) => answerListing(ctx, listRequestLogs(ctx, input), presentRequestLog));
