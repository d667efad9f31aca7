import { StateCounter, StateKeyPath } from '@/contract/state';
import { presentCounter } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getCounter } from '@/server/services/state/read-state';
import type { SubjectKind } from '../kind';

export const getCounterRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/state/counters/{key}`,
        summary: `Read one counter of a ${noun}`,
        description:
          'If the counter never existed, the response is `counter_not_found`, although rules read 0 from it. A counter whose window has lapsed reads 0.',
        errors: [404],
      }),
    )
    .input(StateKeyPath.extend(Path.shape))
    .output(StateCounter)
    .query(async ({ ctx, input: { id, key } }) => presentCounter(await getCounter(ctx, await find(ctx, id), key)));
