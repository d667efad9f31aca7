import { PAGE_LIMIT_MAX } from '@/contract/choices';
import { ChangeCounters, StateCounterPage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentCounter } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { changeCounters } from '@/server/services/state/change-counters';
import { listCounters } from '@/server/services/state/read-state';
import { INACTIVE, type SubjectKind } from '../kind';

export const changeCountersRoute = ({ noun, path, Path, find }: SubjectKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: `${path}/state/counters`,
        summary: `Set and increment counters of a ${noun}`,
        description: [
          'Counters are exact decimals, however many requests change one at once. Put a key in either `set` or `increment`; you can send its `reset_after` along with it or alone.',
          `Tier levels that the counters reach are given at once. Returns the counters after the change, up to ${PAGE_LIMIT_MAX}. ${INACTIVE[noun]}`,
        ].join('\n\n'),
        errors: [404, 409, 422],
      }),
    )
    .input(ChangeCounters.safeExtend(Path.shape))
    .output(StateCounterPage)
    .mutation(async ({ ctx, input: { id, ...body } }) => {
      const subject = await find(ctx, id);
      await changeCounters(ctx, subject, body);
      return presentPage(await listCounters(ctx, subject, { limit: PAGE_LIMIT_MAX }), presentCounter);
    });
