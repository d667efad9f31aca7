import { RequestLogDetail, RequestLogPath } from '@/contract/log';
import { presentRequestLogDetail } from '@/server/api/present/request-log';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getRequestLog } from '@/server/services/logs/get-request-log';

export const getRequestLogRoute = organizationProcedure
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
  .query(({ ctx, input }) => getRequestLog(ctx, input.id).then(presentRequestLogDetail));
