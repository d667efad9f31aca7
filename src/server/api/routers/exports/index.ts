import { router } from '@/server/api/trpc';
import { exportEventsRoute } from './events';
import { exportJournalEntriesRoute } from './journal-entries';
import { exportLedgerRoute } from './ledger';
import { exportParticipantsRoute } from './participants';
import { exportRedemptionsRoute } from './redemptions';

export const exportsRouter = router({
  events: exportEventsRoute,
  journalEntries: exportJournalEntriesRoute,
  ledger: exportLedgerRoute,
  participants: exportParticipantsRoute,
  redemptions: exportRedemptionsRoute,
});
