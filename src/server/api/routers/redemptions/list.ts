import { ListRedemptions, RedemptionPage } from '@/contract/redemption';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listRedemptions } from '@/server/services/redemptions/get-redemption';
import { showRedemption } from '@/server/services/redemptions/present-redemption';

export const listRedemptionsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/redemptions',
      summary: 'List redemptions',
      description: 'Redemptions of all participants, newest first by default.',
      errors: [],
    }),
  )
  .input(ListRedemptions)
  .output(RedemptionPage)
  .query(async ({ ctx, input }) => presentPage(await listRedemptions(ctx, input), showRedemption));
