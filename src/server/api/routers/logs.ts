/** Declares the procedures on the log of API requests. */
import { ListRequestLogs, RequestLogResource, RequestLogDetail, RequestLogPage, RequestLogPath } from '@/contract/log';
import { answerListing } from '@/server/api/answer-listing';
import { presentRequestLog, presentRequestLogDetail } from '@/server/api/present/log';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { getRequestLog, listRequestLogs } from '@/server/services/organizations/request-logs';

export const logsRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/logs',
        summary: 'List API requests',
        description:
          'Every request to /v1 that came with a key of the organization, newest first; a request appears within a second and is kept for 30 days, unless the operator has set another time.',
        csv: RequestLogResource,
        errors: [],
      }),
    )
    .input(ListRequestLogs)
    .output(RequestLogPage)
    .query(async ({ ctx, input }) => answerListing(ctx, listRequestLogs(ctx, input), presentRequestLog)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/logs/{id}',
        summary: 'Read an API request with its bodies',
        description: 'Secrets, keys and personal fields are replaced by `[redacted]` before anything is stored.',
        errors: [404],
      }),
    )
    .input(RequestLogPath)
    .output(RequestLogDetail)
    .query(({ ctx, input }) => getRequestLog(ctx, input.id).then(presentRequestLogDetail)),
});
