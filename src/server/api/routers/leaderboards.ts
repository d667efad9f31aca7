/** Declares the procedures on leaderboards. */
import { z } from 'zod';
import {
  CreateLeaderboard,
  Leaderboard,
  LeaderboardPage,
  LeaderboardPath,
  ListLeaderboards,
  UpdateLeaderboard,
} from '@/contract/leaderboard';
import { presentLeaderboard } from '@/server/api/present/leaderboard';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import {
  archiveLeaderboard,
  createLeaderboard,
  getLeaderboard,
  listLeaderboards,
  rebuildLeaderboard,
  updateLeaderboard,
} from '@/server/services/leaderboards/leaderboards';
import { leaderboardRankRoutes } from './leaderboard-ranks';

const tags = ['leaderboards'];

export const leaderboardsRouter = router({
  ...leaderboardRankRoutes,

  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/leaderboards',
        summary: 'Create a leaderboard',
        description:
          'Ranks participants by what rules gave them of an asset, by how much a counter of theirs rose, or by how often they completed a challenge: within a window, or in each week, month or quarter anew. What happened in the window before counts. When a season is over its ranks are frozen, and for each prize there is a SYSTEM event `leaderboard.prize` about the participant, that rules answer.',
        status: 201,
        location: '/v1/leaderboards/{id}',
        idempotency: 'replay',
        example: {
          program_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02',
          key: 'top-ten',
          name: 'Top ten of the quarter',
          measure: { type: 'EARNED', asset_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d03' },
          period: 'QUARTER',
          prizes: [
            { from_rank: 1, to_rank: 1, name: 'Gold' },
            { from_rank: 2, to_rank: 10, name: 'Silver' },
          ],
        },
        tags,
        errors: [404, 409],
      }),
    )
    .input(CreateLeaderboard)
    .output(Leaderboard)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'leaderboards.create', input, (tx) => createLeaderboard(ctx, tx, input).then(presentLeaderboard)),
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/leaderboards',
        summary: 'List leaderboards',
        description: '`search` matches name and key.',
        tags,
        errors: [],
      }),
    )
    .input(ListLeaderboards)
    .output(LeaderboardPage)
    .query(async ({ ctx, input }) => presentPage(await listLeaderboards(ctx, input), presentLeaderboard)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/leaderboards/{id}',
        summary: 'Read a leaderboard',
        description: 'With its prizes, and with all of it in plain sentences.',
        tags,
        errors: [404],
      }),
    )
    .input(LeaderboardPath)
    .output(Leaderboard)
    .query(({ ctx, input }) => getLeaderboard(ctx, input.id).then(presentLeaderboard)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/leaderboards/{id}',
        summary: 'Change or archive a leaderboard',
        description:
          'Fields that you leave out stay unchanged. What is measured, the start, the period, the group and the least score stay as they are. Prizes are those of every season that is not frozen yet; without a period, the end can move until then.',
        tags,
        errors: [404, 409],
      }),
    )
    .input(UpdateLeaderboard)
    .output(Leaderboard)
    .mutation(({ ctx, input }) => updateLeaderboard(ctx, input).then(presentLeaderboard)),

  archive: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/leaderboards/{id}',
        summary: 'Archive a leaderboard',
        description: 'Nobody is scored any more, and a season that is not over has no prizes. What was won stays. Archiving is final.',
        status: 204,
        tags,
        errors: [404],
      }),
    )
    .input(LeaderboardPath)
    .output(z.void())
    .mutation(({ ctx, input }) => archiveLeaderboard(ctx, input.id)),

  rebuild: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/leaderboards/{id}/rebuild',
        summary: 'Count a leaderboard anew',
        description:
          'Scores follow from the ledger, the history of counters and what was completed, so nothing is lost by counting them again. Until `is_complete` is true, seasons that are not frozen fill up again; frozen ones stay as they are.',
        tags,
        errors: [404, 409],
      }),
    )
    .input(LeaderboardPath)
    .output(Leaderboard)
    .mutation(({ ctx, input }) => rebuildLeaderboard(ctx, input.id).then(presentLeaderboard)),
});
