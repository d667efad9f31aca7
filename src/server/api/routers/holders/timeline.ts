/** Lists everything that happened to a holder, for the dashboard and the tool server. */
import { ListTimeline, TimelinePage } from '@/contract/timeline';
import { presentPage } from '@/server/api/present/page';
import { presentHappening } from '@/server/api/present/timeline';
import { roleProcedure } from '@/server/api/trpc';
import { listTimeline } from '@/server/services/activity/list-timeline';
import type { HolderKind } from './holder';

export const listTimelineProcedure = ({ Path, find }: HolderKind) =>
  roleProcedure('VIEWER')
    .input(ListTimeline.safeExtend(Path.shape))
    .output(TimelinePage)
    .query(async ({ ctx, input: { id, ...query } }) => presentPage(await listTimeline(ctx, await find(ctx, id), query), presentHappening));
