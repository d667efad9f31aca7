import { ListState, StateCounterPage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentCounter } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listCounters } from '@/server/services/state/read-state';
import type { SubjectKind } from '../kind';

export const listCountersRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/counters`,
        summary: `List the counters of a ${noun}, by key`,
        description: 'Each with its exact value, which is 0 once its window has lapsed, and when that happens.',
        errors: [404],
      }),
    )
    .input(ListState.safeExtend(Path.shape))
    .output(StateCounterPage)
    .query(async ({ ctx, input: { id, ...page } }) => presentPage(await listCounters(ctx, await find(ctx, id), page), presentCounter));
