/** Declares the procedures on what participants reach in challenges, some of which are routes of participants. */
import {
  ChallengeCompletionPage,
  ListChallengeCompletions,
  ParticipantBadges,
  ParticipantChallenges,
  ReadBadges,
  ReadParticipantChallenges,
} from '@/contract/challenge-progress';
import { presentBadge, presentCompletion, presentParticipantChallenge } from '@/server/api/present/challenge';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { listCompletions } from '@/server/services/challenges/challenge-progress';
import { participantBadges, participantChallenges } from '@/server/services/challenges/participant-challenges';

export const challengeCompletionsRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/challenge-completions',
        summary: 'List what participants reached in challenges',
        description: 'Each part of a goal that was reached, 100 being all of it, with whether it stands.',
        tags: ['challenges'],
        errors: [],
      }),
    )
    .input(ListChallengeCompletions)
    .output(ChallengeCompletionPage)
    .query(async ({ ctx, input }) => presentPage(await listCompletions(ctx, input), presentCompletion)),
});

export const participantChallengeRoutes = {
  challenges: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/participants/{id}/challenges',
        summary: "Read a participant's challenges",
        description:
          'Every challenge that they can take part in, with their progress in the present period, what is missing, and what they reached. One whose audience excludes them is listed only if they have progress.',
        errors: [404],
      }),
    )
    .input(ReadParticipantChallenges)
    .output(ParticipantChallenges)
    .query(async ({ ctx, input }) => ({ data: (await participantChallenges(ctx, input)).map(presentParticipantChallenge) })),

  badges: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/participants/{id}/badges',
        summary: "Read a participant's badges",
        description: 'Of the challenges that they have completed, as far as it stands, latest first, with what each is for.',
        errors: [404],
      }),
    )
    .input(ReadBadges)
    .output(ParticipantBadges)
    .query(async ({ ctx, input }) => ({ data: (await participantBadges(ctx, input.id)).map(presentBadge) })),
};
