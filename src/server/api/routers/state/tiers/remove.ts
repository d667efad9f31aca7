import { z } from 'zod';
import { StandingPath } from '@/contract/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { removeStanding } from '@/server/services/state/set-standing';
import { INACTIVE, type SubjectKind } from '../kind';

export const removeStandingRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: `${path}/state/tiers/{key}`,
        summary: `Remove the level of a ${noun} in a tier`,
        description: `If the counters qualify for a level, their next change gives it again. ${INACTIVE[noun]}`,
        status: 204,
        errors: [404, 409],
      }),
    )
    .input(StandingPath.extend(Path.shape))
    .output(z.void())
    .mutation(async ({ ctx, input: { id, ...tier } }) => removeStanding(ctx, await find(ctx, id), tier));
