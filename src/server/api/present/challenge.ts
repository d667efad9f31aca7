/** Presents challenges, and how far participants are in them, in their wire form. */
import type { Challenge } from '@/contract/challenge';
import type {
  ChallengeCompletion,
  ChallengeContribution,
  ChallengeRank,
  ParticipantBadge,
  ParticipantChallenge,
} from '@/contract/challenge-progress';
import { challengeSentence } from '@/domain/challenges/challenge-sentence';
import { measureOf } from '@/domain/challenges/goal';
import { missingSentence } from '@/domain/challenges/missing';
import { amountOf, formatDecimal, type Amount } from '@/domain/money';
import type { ChallengeRow } from '@/server/db/repositories/challenges/challenges';
import type { CompletionRow } from '@/server/db/repositories/challenges/completions';
import type { BadgeRow } from '@/server/db/repositories/challenges/participant-progress';
import type { ContributionRow } from '@/server/db/repositories/challenges/ranking';
import { challengeContent } from '@/server/services/challenges/challenges';
import type { RankedParticipant } from '@/server/services/challenges/challenge-progress';
import type { ChallengeStanding } from '@/server/services/challenges/participant-challenges';
import { presentTime } from './time';

const sentenceOf = (row: ChallengeRow): string => challengeSentence({ ...measureOf(row), startsAt: row.starts_at, endsAt: row.ends_at });

export const presentChallenge = (row: ChallengeRow): Challenge => ({
  id: row.id,
  program_id: row.program_id,
  campaign_id: row.campaign_id,
  status: row.status,
  ...challengeContent(row),
  sentence: sentenceOf(row),
  created_at: presentTime(row.created_at),
  updated_at: presentTime(row.updated_at),
  deleted_at: presentTime(row.deleted_at),
});

export const presentCompletion = (row: CompletionRow): ChallengeCompletion => ({
  id: row.id,
  challenge_id: row.challenge_id,
  participant_id: row.participant_id,
  period: row.period,
  round: row.round,
  part: row.part,
  status: row.status,
  attempt: row.attempt,
  event_id: row.event_id,
  completed_at: presentTime(row.completed_at),
  revoked_at: presentTime(row.revoked_at),
});

const percentOf = (progress: Amount, target: Amount): number => Math.min(100, progress.times(100).div(target).floor().toNumber());

export function presentParticipantChallenge({ row, period, standing, endsAt, completions }: ChallengeStanding): ParticipantChallenge {
  const { attainment, progress, steps, streak, partsReached } = standing;
  return {
    challenge_id: row.id,
    program_id: row.program_id,
    key: row.key,
    name: row.name,
    description: row.description,
    status: row.status === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
    sentence: sentenceOf(row),
    period,
    progress: formatDecimal(progress),
    target: formatDecimal(attainment.target),
    percent: percentOf(progress, attainment.target),
    rounds: attainment.rounds,
    max_rounds: attainment.maxRounds,
    parts_reached: [...partsReached],
    missing: steps.map((one) => ({
      step: one.step,
      name: one.name,
      progress: formatDecimal(one.progress),
      target: formatDecimal(one.target),
      missing: formatDecimal(one.target.minus(one.progress)),
    })),
    missing_sentence: missingSentence(row.goal, standing),
    streak: streak && {
      unit: streak.unit,
      current: streak.current,
      best: streak.best,
      grace_left: streak.graceLeft,
      continues_until: presentTime(streak.continuesUntil),
      timezone: streak.timezone,
      days: [...streak.days],
    },
    ends_at: presentTime(endsAt),
    badge: row.badge,
    completions: completions.map(presentCompletion),
  };
}

export const presentRank = ({ target, maxRounds, ...row }: RankedParticipant): ChallengeRank => {
  const progress = amountOf(row.progress);
  return {
    participant_id: row.participant_id,
    external_id: row.external_id,
    period: row.period,
    progress: formatDecimal(progress),
    target: formatDecimal(target),
    percent: row.rounds >= maxRounds ? 100 : percentOf(progress.minus(target.times(row.rounds)), target),
    rounds: row.rounds,
    first_at: presentTime(row.first_at),
    last_at: presentTime(row.last_at),
    completed_at: presentTime(row.completed_at),
  };
};

export const presentContribution = (row: ContributionRow): ChallengeContribution => ({
  event_id: row.event_id,
  type: row.type,
  period: row.period,
  event_timestamp: presentTime(row.event_timestamp),
  amount: row.amount && formatDecimal(amountOf(row.amount)),
  steps: row.keys,
  reference: row.reference,
  created_at: presentTime(row.created_at),
});

export const presentBadge = ({ badge, key, ...row }: BadgeRow): ParticipantBadge => ({
  name: badge.name,
  description: badge.description,
  icon: badge.icon,
  challenge_id: row.challenge_id,
  challenge: key,
  times: row.times,
  completion_id: row.completion_id,
  event_id: row.event_id,
  completed_at: presentTime(row.completed_at),
});
