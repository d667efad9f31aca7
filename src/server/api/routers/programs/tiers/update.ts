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
        'Fields that you leave out stay unchanged. New levels raise everybody who qualifies for them, and lower nobody before their level ends. A tier that active or suspended rules set or read cannot be archived: the request is refused with `tier_referenced_by_rules`, with the rules in `details.rules`.',
      errors: [404, 409, 422],
    }),
  )
  .input(UpdateTier)
  .output(Tier)
  .mutation(({ ctx, input }) => updateTier(ctx, input).then(presentTier));
