/** Serves the procedures behind /v1 to the dashboard, called as the signed-in user. */
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { dashboardApiContext } from '@/server/dashboard/api-context';
import { reportableFailure } from '@/server/api/failure';
import { appRouter } from '@/server/api/root';

import { newRequestId } from '@/server/platform/ids';
import { log } from '@/server/platform/log';

function handle(request: Request): Promise<Response> {
  const requestId = newRequestId();
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    // A rule draft may be too long for a URL.
    allowMethodOverride: true,
    createContext: () => dashboardApiContext(request, requestId),
    responseMeta: () => ({ headers: new Headers({ 'x-request-id': requestId, 'cache-control': 'no-store' }) }),
    onError: ({ error, path, input }) => {
      if (!reportableFailure(error, input)) log().error({ err: error, request_id: requestId, procedure: path }, 'procedure failed');
    },
  });
}

export { handle as GET, handle as POST };
