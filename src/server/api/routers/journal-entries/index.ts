import { router } from '@/server/api/trpc';
import { getJournalEntryRoute } from './get';
import { listJournalEntriesRoute } from './list';

export const journalEntriesRouter = router({ list: listJournalEntriesRoute, get: getJournalEntryRoute });
