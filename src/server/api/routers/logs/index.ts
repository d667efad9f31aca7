import { router } from '@/server/api/trpc';
import { getRequestLogRoute } from './get';
import { listRequestLogsRoute } from './list';

export const logsRouter = router({ list: listRequestLogsRoute, get: getRequestLogRoute });
