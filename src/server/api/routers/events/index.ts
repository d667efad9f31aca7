import { router } from '@/server/api/trpc';
import { getEventRoute } from './get';
import { ingestEventRoute } from './ingest';
import { ingestEventBatchRoute } from './ingest-batch';
import { listEventsRoute } from './list';
import { retryEventRoute } from './retry';

export const eventsRouter = router({
  ingest: ingestEventRoute,
  ingestBatch: ingestEventBatchRoute,
  list: listEventsRoute,
  get: getEventRoute,
  retry: retryEventRoute,
});
