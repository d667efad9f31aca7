import { TierStanding } from '@/contract/participant';
import { ReadStanding } from '@/contract/state';
import { presentStanding } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getStanding } from '@/server/services/state/read-standings';
import type { SubjectKind } from '../kind';

export const getStandingRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/tiers/{key}`,
        summary: `Read the level of a ${noun} in one tier`,
        description: 'If there is no level, the response is `not_found`.',
        errors: [404],
      }),
    )
    .input(ReadStanding.extend(Path.shape))
    .output(TierStanding)
    .query(async ({ ctx, input: { id, ...tier } }) => presentStanding(await getStanding(ctx, await find(ctx, id), tier)));
