import { LedgerVerification, LedgerVerificationPath } from '@/contract/ledger';
import { presentVerification } from '@/server/api/present/ledger';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getVerification } from '@/server/services/ledger/verify-ledger';

export const getVerificationRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/reports/ledger-verification/{id}',
      summary: 'Read a ledger verification',
      description: 'Returns the progress of a verification, and what it has found so far.',
      errors: [404],
    }),
  )
  .input(LedgerVerificationPath)
  .output(LedgerVerification)
  .query(({ ctx, input }) => getVerification(ctx, input.id).then(presentVerification));
