/** Declares the procedures on challenges. */
import { z } from 'zod';
import {
  Challenge,
  ChallengePage,
  ChallengePath,
  CloneChallenge,
  CreateChallenge,
  ListChallenges,
  UpdateChallenge,
} from '@/contract/challenge';
import {
  ChallengeContributionPage,
  ChallengePerformance,
  ChallengeRankPage,
  ListContributions,
  RankParticipants,
} from '@/contract/challenge-progress';
import { presentChallenge, presentContribution, presentRank } from '@/server/api/present/challenge';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { challengePerformance, listContributions, rankParticipants } from '@/server/services/challenges/challenge-progress';
import {
  archiveChallenge,
  cloneChallenge,
  createChallenge,
  getChallenge,
  listChallenges,
  updateChallenge,
} from '@/server/services/challenges/challenges';

const tags = ['challenges'];

export const challengesRouter = router({
  create: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/challenges',
        summary: 'Create a challenge',
        description:
          'A goal over the events of each participant. Events count from the moment that the challenge is ACTIVE; those that were processed before do not. What is reached is announced by SYSTEM events, `challenge.part_reached` and `challenge.completed`, that rules answer.',
        status: 201,
        location: '/v1/challenges/{id}',
        idempotency: 'replay',
        example: {
          program_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d02',
          key: 'coffee-card',
          name: 'Coffee card',
          status: 'ACTIVE',
          goal: { type: 'COUNT', target: 10, match: { event_types: ['coffee'], condition: null } },
          repeat: { max: null },
          parts: [50],
        },
        tags,
        errors: [404, 409],
      }),
    )
    .input(CreateChallenge)
    .output(Challenge)
    .mutation(({ ctx, input }) => replay(ctx, 'challenges.create', input, (tx) => createChallenge(ctx, tx, input).then(presentChallenge))),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/challenges',
        summary: 'List challenges',
        description: '`search` matches name and key.',
        tags,
        errors: [],
      }),
    )
    .input(ListChallenges)
    .output(ChallengePage)
    .query(async ({ ctx, input }) => presentPage(await listChallenges(ctx, input), presentChallenge)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/challenges/{id}',
        summary: 'Read a challenge',
        description: 'With its goal, and with all of it as one sentence.',
        tags,
        errors: [404],
      }),
    )
    .input(ChallengePath)
    .output(Challenge)
    .query(({ ctx, input }) => getChallenge(ctx, input.id).then(presentChallenge)),

  update: organizationProcedure
    .meta(
      route({
        method: 'PATCH',
        path: '/v1/challenges/{id}',
        summary: 'Change, start, pause or archive a challenge',
        description:
          'Fields that you leave out stay unchanged. Once a participant has progress, what it is measured by stays as it is (`challenge_has_progress`): the goal, the period, the start, the campaign, the audience, the rounds and what takes back. Name, description, end and badge can change, and parts can be added.',
        tags,
        errors: [404, 409],
      }),
    )
    .input(UpdateChallenge)
    .output(Challenge)
    .mutation(({ ctx, input }) => updateChallenge(ctx, input).then(presentChallenge)),

  archive: organizationProcedure
    .meta(
      route({
        method: 'DELETE',
        path: '/v1/challenges/{id}',
        summary: 'Archive a challenge',
        description: 'Events no longer count or take back. What was reached, and the badges for it, stay. Archiving is final.',
        status: 204,
        tags,
        errors: [404],
      }),
    )
    .input(ChallengePath)
    .output(z.void())
    .mutation(({ ctx, input }) => archiveChallenge(ctx, input.id)),

  clone: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/challenges/{id}/clone',
        summary: 'Clone a challenge',
        description: 'As a draft without progress, which can be changed in every respect.',
        status: 201,
        location: '/v1/challenges/{id}',
        idempotency: 'replay',
        tags,
        errors: [404, 409],
      }),
    )
    .input(CloneChallenge)
    .output(Challenge)
    .mutation(({ ctx, input }) => replay(ctx, 'challenges.clone', input, (tx) => cloneChallenge(ctx, tx, input).then(presentChallenge))),

  participants: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/challenges/{id}/participants',
        summary: 'Rank the participants of a challenge',
        description:
          'By their progress in the present period, or in another `period`. With `sort_by=completed_at`, those who have completed it, by when.',
        tags,
        errors: [404],
      }),
    )
    .input(RankParticipants)
    .output(ChallengeRankPage)
    .query(async ({ ctx, input }) => presentPage(await rankParticipants(ctx, input), presentRank)),

  contributions: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/challenges/{id}/contributions',
        summary: 'List the events that count for a participant',
        description: 'Each event that counted, or took back, in the order in which the events arrived.',
        tags,
        errors: [404],
      }),
    )
    .input(ListContributions)
    .output(ChallengeContributionPage)
    .query(async ({ ctx, input }) => presentPage(await listContributions(ctx, input), presentContribution)),

  performance: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/challenges/{id}/performance',
        summary: 'Report a challenge',
        description:
          'Who takes part, how many reached each part, completions by day, and how long it took. What was revoked does not count.',
        tags,
        errors: [404],
      }),
    )
    .input(ChallengePath)
    .output(ChallengePerformance)
    .query(({ ctx, input }) => challengePerformance(ctx, input.id)),
});
