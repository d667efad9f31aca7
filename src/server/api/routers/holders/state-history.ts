import { ListStateHistory, StateHistoryPage } from '@/contract/state';
import { presentPage } from '@/server/api/present/page';
import { presentStateHistoryEntry } from '@/server/api/present/state';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listStateHistory } from '@/server/services/state/list-state-history';
import type { HolderKind } from './holder';

export const listStateHistoryRoute = ({ noun, path, Path, find }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/activity/state-history`,
        summary: `List the changes of tags, attributes, counters and tiers of a ${noun}`,
        description:
          'Each change with the value before and after, and who or what made it. An operation that changes nothing leaves no row.',
        errors: [404],
      }),
    )
    .input(ListStateHistory.safeExtend(Path.shape))
    .output(StateHistoryPage)
    .query(async ({ ctx, input: { id, ...query } }) =>
      presentPage(await listStateHistory(ctx, await find(ctx, id), query), presentStateHistoryEntry),
    );
