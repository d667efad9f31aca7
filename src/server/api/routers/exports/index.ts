import { router } from '@/server/api/trpc';
import { exportLedgerRoute } from './ledger';

export const exportsRouter = router({ ledger: exportLedgerRoute });
