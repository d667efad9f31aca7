import { ListTiers, TierPage } from '@/contract/tier';
import { presentPage } from '@/server/api/present/page';
import { presentTier } from '@/server/api/present/tier';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listTiers } from '@/server/services/tiers/get-tier';

export const listTiersRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/tiers',
      summary: 'List the tiers of a program',
      description: 'Each with its levels, lowest first, and its lifecycle.',
      errors: [404],
    }),
  )
  .input(ListTiers)
  .output(TierPage)
  .query(async ({ ctx, input }) => presentPage(await listTiers(ctx, input), presentTier));
