import { ListParticipantRedemptions, RedemptionPage } from '@/contract/redemption';
import { presentPage } from '@/server/api/present/page';
import { PARTICIPANT } from '@/server/api/routers/holders';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listParticipantRedemptions } from '@/server/services/redemptions/get-redemption';
import { showRedemption } from '@/server/services/redemptions/present-redemption';

/** The same list is also served under a participant's activity. */
const listOf = (path: 'redemptions' | 'activity/redemptions') =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${PARTICIPANT.path}/${path}`,
        summary: 'List the redemptions of a participant',
        description: 'Newest first by default. Only participants redeem, so groups have no such list.',
        tags: ['redemptions'],
        errors: [404],
      }),
    )
    .input(ListParticipantRedemptions)
    .output(RedemptionPage)
    .query(async ({ ctx, input }) => presentPage(await listParticipantRedemptions(ctx, input), showRedemption));

export const listParticipantRedemptionsRoute = listOf('redemptions');
export const listActivityRedemptionsRoute = listOf('activity/redemptions');
