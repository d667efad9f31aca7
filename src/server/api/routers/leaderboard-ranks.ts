/** Declares the procedures on the ranks of leaderboards. */
import {
  LeaderboardRankPage,
  LeaderboardResultPage,
  LeaderboardSeasonPage,
  ListLeaderboardRanks,
  ListLeaderboardResults,
  ListLeaderboardSeasons,
  ParticipantLeaderboards,
  ParticipantRank,
  ReadLeaderboardRank,
  ReadParticipantLeaderboards,
} from '@/contract/leaderboard-rank';
import {
  presentLeaderboardRank,
  presentLeaderboardResult,
  presentParticipantLeaderboard,
  presentParticipantRank,
  presentSeason,
} from '@/server/api/present/leaderboard';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listResults, listSeasons } from '@/server/services/leaderboards/leaderboards';
import { listRanks, participantLeaderboards, readRank } from '@/server/services/leaderboards/read-ranks';

const tags = ['leaderboards'];

export const leaderboardRankRoutes = {
  seasons: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/leaderboards/{id}/seasons',
        summary: 'List the seasons of a leaderboard',
        description: 'The latest first. Without a period there is one, ALL.',
        tags,
        errors: [404],
      }),
    )
    .input(ListLeaderboardSeasons)
    .output(LeaderboardSeasonPage)
    .query(async ({ ctx, input }) => presentPage(await listSeasons(ctx, input), presentSeason)),

  ranks: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/leaderboards/{id}/ranks',
        summary: 'List the ranks of a leaderboard',
        description:
          'The highest score first. A change of a score shows moments after what caused it; in a season that is frozen, nothing changes any more.',
        tags,
        errors: [404],
      }),
    )
    .input(ListLeaderboardRanks)
    .output(LeaderboardRankPage)
    .query(async ({ ctx, input }) => presentPage(await listRanks(ctx, input), presentLeaderboardRank)),

  rank: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/leaderboards/{id}/participants/{participant_id}',
        summary: 'Read the rank of a participant',
        description: 'With the gap to the next score above, and with those around.',
        tags,
        errors: [404],
      }),
    )
    .input(ReadLeaderboardRank)
    .output(ParticipantRank)
    .query(({ ctx, input }) => readRank(ctx, input).then(presentParticipantRank)),

  results: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/leaderboards/{id}/results',
        summary: 'List the results of a leaderboard',
        description: 'The first 1,000 ranks of a frozen season, or as many as have prizes, with what was won.',
        tags,
        errors: [404],
      }),
    )
    .input(ListLeaderboardResults)
    .output(LeaderboardResultPage)
    .query(async ({ ctx, input }) => presentPage(await listResults(ctx, input), presentLeaderboardResult)),
};

export const participantLeaderboardRoutes = {
  leaderboards: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/participants/{id}/leaderboards',
        summary: "Read a participant's ranks",
        description: 'In every open season in which they are ranked, and what it came to in those that are over, at most 50 in all.',
        errors: [404],
      }),
    )
    .input(ReadParticipantLeaderboards)
    .output(ParticipantLeaderboards)
    .query(async ({ ctx, input }) => ({ data: (await participantLeaderboards(ctx, input.id)).map(presentParticipantLeaderboard) })),
};
