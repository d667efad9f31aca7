import { Redemption, RedemptionPath } from '@/contract/redemption';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getRedemption } from '@/server/services/redemptions/get-redemption';
import { showRedemption } from '@/server/services/redemptions/present-redemption';

export const getRedemptionRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/redemptions/{id}',
      summary: 'Read a redemption',
      description:
        'Returns a redemption with its deadline while it is pending, the amount that was reversed, and the progress of its provider.',
      errors: [404],
    }),
  )
  .input(RedemptionPath)
  .output(Redemption)
  .query(({ ctx, input }) => getRedemption(ctx, input.id).then(showRedemption));
