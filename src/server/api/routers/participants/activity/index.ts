import { router } from '@/server/api/trpc';
import { listActivityEntriesRoute } from './journal-entries';
import { listActivityEventsRoute } from './events';
import { listStateHistoryRoute } from './state-history';

export const activityRouter = router({ events: listActivityEventsRoute, journalEntries: listActivityEntriesRoute, stateHistory: listStateHistoryRoute });
