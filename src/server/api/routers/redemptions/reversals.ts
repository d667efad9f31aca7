import { ListReversals, ReversalPage } from '@/contract/redemption';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listReversals } from '@/server/services/redemptions/get-redemption';
import { presentReversal } from '@/server/services/redemptions/present-redemption';

export const listReversalsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/redemptions/{id}/reversals',
      summary: 'List the reversals of a redemption',
      description: 'Each with what was returned and the journal entry of the reversal.',
      errors: [404],
    }),
  )
  .input(ListReversals)
  .output(ReversalPage)
  .query(async ({ ctx, input }) => presentPage(await listReversals(ctx, input), presentReversal));
