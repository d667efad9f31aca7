import { LedgerVerificationPage, ListLedgerVerifications } from '@/contract/ledger';
import { presentVerificationSummary } from '@/server/api/present/ledger';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listVerifications } from '@/server/services/ledger/verify-ledger';

export const listVerificationsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/ledger-verification',
      summary: 'List ledger verifications',
      description: 'Without their violations; read a single verification for those.',
      errors: [],
    }),
  )
  .input(ListLedgerVerifications)
  .output(LedgerVerificationPage)
  .query(async ({ ctx, input }) => presentPage(await listVerifications(ctx, input), presentVerificationSummary));
