import { Tier, UpdateTier } from '@/contract/tier';
import { presentTier } from '@/server/api/present/tier';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateTier } from '@/server/services/tiers/update-tier';

export const updateTierRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/programs/{id}/tiers/{key}',
      summary: 'Change or archive a tier',
      description:
        'Fields that are left out stay as they are. New levels lift whoever qualifies for them, and lower nobody before its level ends. A tier that active or suspended rules give or read cannot be archived: `tier_referenced_by_rules`, with the rules in `details.rules`.',
      errors: [404, 409, 422],
    }),
  )
  .input(UpdateTier)
  .output(Tier)
  .mutation(({ ctx, input }) => updateTier(ctx, input).then(presentTier));
