import { router } from '@/server/api/trpc';
import { getJournalEntryRoute } from './get';
import { listJournalEntriesRoute } from './list';
import { proveJournalEntryRoute } from './proof';

export const journalEntriesRouter = router({ list: listJournalEntriesRoute, get: getJournalEntryRoute, proof: proveJournalEntryRoute });
