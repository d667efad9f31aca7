import { Tier, TierPath } from '@/contract/tier';
import { presentTier } from '@/server/api/present/tier';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getTier } from '@/server/services/tiers/get-tier';

export const getTierRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/tiers/{key}',
      summary: 'Read a tier',
      description: 'Returns a tier with its levels, lowest first, and its lifecycle.',
      errors: [404],
    }),
  )
  .input(TierPath)
  .output(Tier)
  .query(({ ctx, input }) => getTier(ctx, input).then(presentTier));
