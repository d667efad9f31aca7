/** Makes what a frozen season sets in motion: for each prize an event about the participant, which rules can answer, and webhooks. */
import { namedData, type SystemEvent } from '@/domain/events/system';
import { webhook, type WebhookDraft } from '@/domain/webhooks/events';

interface SeasonOf {
  readonly organizationId: string;
  readonly programId: string;
  readonly leaderboardId: string;
  /** Key of the leaderboard. */
  readonly leaderboard: string;
  readonly season: string;
}

interface WonPrize {
  readonly eventId: string;
  readonly participant: { readonly id: string; readonly externalId: string };
  readonly rank: number;
  readonly prize: string;
  /** A decimal string without trailing zeros. */
  readonly score: string;
}

/** At most one for each participant and season. */
export const prizeEvent = ({ eventId, participant, rank, prize, score }: WonPrize, of: SeasonOf, now: Date): SystemEvent => ({
  id: eventId,
  programId: of.programId,
  participant,
  data: namedData('leaderboard.prize', {
    leaderboard: of.leaderboard,
    leaderboard_id: of.leaderboardId,
    season: of.season,
    rank,
    prize,
    score,
  }),
  dueAt: now,
  idempotencyKey: `service:leaderboard/${of.leaderboardId}/${of.season}/${participant.id}`,
  cause: null,
});

const named = (of: SeasonOf) => ({
  leaderboard_id: of.leaderboardId,
  organization_id: of.organizationId,
  program_id: of.programId,
  leaderboard: of.leaderboard,
  season: of.season,
});

export const prizeWebhook = ({ eventId, participant, rank, prize, score }: WonPrize, of: SeasonOf): WebhookDraft =>
  webhook('leaderboard.prize_won', { ...named(of), participant_id: participant.id, rank, prize, score, event_id: eventId });

export const frozenWebhook = (of: SeasonOf, participants: number): WebhookDraft =>
  webhook('leaderboard.frozen', { ...named(of), participants });
