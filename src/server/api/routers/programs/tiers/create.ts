import { CreateTier, Tier } from '@/contract/tier';
import { presentTier } from '@/server/api/present/tier';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createTier } from '@/server/services/tiers/create-tier';

export const createTierRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/tiers',
      summary: 'Create a tier with its levels',
      description:
        'When a counter changes, its holder is raised at once to the highest level that the counters qualify for. Holders who qualify already are raised a moment after the tier is created. Counters never lower a level; the lifecycle does, when a level ends. Participants can have levels in tiers of programs in which they are enrolled, groups in those of their members.',
      status: 201,
      location: '/v1/programs/{program_id}/tiers/{key}',
      idempotency: 'replay',
      errors: [404, 409],
    }),
  )
  .input(CreateTier)
  .output(Tier)
  .mutation(({ ctx, input }) => replay(ctx, 'programs.tiers.create', input, (tx) => createTier(ctx, tx, input).then(presentTier)));
