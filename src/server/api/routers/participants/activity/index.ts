import { router } from '@/server/api/trpc';
import { listActivityEntriesRoute } from './journal-entries';
import { listActivityEventsRoute } from './events';

export const activityRouter = router({ events: listActivityEventsRoute, journalEntries: listActivityEntriesRoute });
