/** Declares the procedures on the tiers of a program. */
import { CreateTier, ListTiers, TierResource, TierPage, TierPath, UpdateTier } from '@/contract/tier';
import { presentPage } from '@/server/api/present/page';
import { presentTier } from '@/server/api/present/tier';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { createTier, getTier, listTiers, updateTier } from '@/server/services/tiers/tiers';

export const tiersRouter = router({
  create: organizationProcedure
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
    .output(TierResource)
    .mutation(({ ctx, input }) => replay(ctx, 'programs.tiers.create', input, (tx) => createTier(ctx, tx, input).then(presentTier))),

  list: organizationProcedure
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
    .query(async ({ ctx, input }) => presentPage(await listTiers(ctx, input), presentTier)),

  get: organizationProcedure
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
    .output(TierResource)
    .query(({ ctx, input }) => getTier(ctx, input).then(presentTier)),

  update: organizationProcedure
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
    .output(TierResource)
    .mutation(({ ctx, input }) => updateTier(ctx, input).then(presentTier)),
});
