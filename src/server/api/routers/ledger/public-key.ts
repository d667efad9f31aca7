import { LedgerPublicKey, NoInput } from '@/contract/ledger';
import { presentPublicKey } from '@/server/api/present/ledger';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { currentPublicKey } from '@/server/services/ledger/signing-key';

export const publicKeyRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/ledger/public-key',
      summary: 'Read the public key that checkpoints are signed with',
      description:
        'There is one key for the whole deployment. Keep a copy outside of it, and verify checkpoints, and exports that end with one, against your copy.',
      errors: [],
    }),
  )
  .input(NoInput)
  .output(LedgerPublicKey)
  .query(() => currentPublicKey(organizationClock(0)).then(presentPublicKey));
