import { TierStanding } from '@/contract/participant';
import { SetStanding, StandingPath } from '@/contract/state';
import { presentStanding } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { setStanding } from '@/server/services/state/set-standing';
import { INACTIVE, type SubjectKind } from '../kind';

export const setStandingRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'PUT',
        path: `${path}/state/tiers/{key}`,
        summary: `Set the level of a ${noun} in a tier`,
        description: `You can set any level, whatever the counters say. A later change of the counters raises it if they qualify for a higher one. ${INACTIVE[noun]}`,
        query: ['program_id'],
        errors: [404, 409, 422],
      }),
    )
    .input(StandingPath.extend(Path.shape).extend(SetStanding.shape))
    .output(TierStanding)
    .mutation(async ({ ctx, input: { id, key, program_id, ...body } }) =>
      presentStanding(await setStanding(ctx, await find(ctx, id), { key, program_id }, body)),
    );
