import { NoInput } from '@/contract/ledger';
import { FilePieces } from '@/server/api/csv-export';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { exportLedger } from '@/server/services/ledger/export-ledger';

export const exportLedgerRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/exports/ledger.ndjson',
      summary: 'Export the sealed ledger, to be verified anywhere',
      description:
        'One JSON object per line, with its kind in `record`: `LEDGER` first; each `PUBLIC_KEY` and `CHECKPOINT`; every journal entry as `ENTRY` in the order in which they are sealed, with its postings, its lot postings, the lots it created, `position` and `entry_hash`, and after those that one seal covers its `SEAL`, with `first_position`, the number of `entries`, their Merkle `root`, the `previous_hash` and the `seal_hash`; `END` last, so that you notice a truncated file. Everything committed before the export is sealed and signed first. `npm run verify-ledger -- ledger.ndjson` recomputes all of it without the service.',
      file: { type: 'application/x-ndjson; charset=utf-8', name: 'ledger.ndjson' },
      errors: [],
    }),
  )
  .input(NoInput)
  .output(FilePieces)
  .query(({ ctx }) => exportLedger(ctx, organizationClock(0)));
