import { ListStandings, StandingPage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentStanding } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listStandings } from '@/server/services/state/read-standings';
import type { SubjectKind } from '../kind';

export const listStandingsRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/tiers`,
        summary: `List the tier levels of a ${noun}`,
        description: 'One row for each tier in which there is a level, sorted by program and tier.',
        errors: [404],
      }),
    )
    .input(ListStandings.safeExtend(Path.shape))
    .output(StandingPage)
    .query(async ({ ctx, input: { id, ...query } }) => presentPage(await listStandings(ctx, await find(ctx, id), query), presentStanding));
