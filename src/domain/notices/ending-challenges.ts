/** Decides which periods of challenges end soon, and what somebody is told who has begun one and has not completed it. */
import { dateAt } from '../calendar/days';
import { campaignStatus } from '../campaigns/machine';
import type { CampaignTerms } from '@/domain/campaigns/terms';
import type { ChallengePeriod, Goal } from '../challenges/goal';
import { missingSentence, standingOf } from '../challenges/missing';
import { periodAt, periodEnd } from '../challenges/periods';
import type { Tally } from '../challenges/tally';
import { formatDecimal, ZERO } from '../money';
import { challengeCause } from './kinds';
import type { NoticeData } from './data';

/** A challenge that is ACTIVE. */
interface RunningChallenge {
  readonly id: string;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly period: ChallengePeriod;
  /** The terms of the campaign during which alone events count; null: there is none. */
  readonly campaign: CampaignTerms | null;
}

export interface ChallengeEnd {
  readonly period: string;
  /** When the last event has counted. */
  readonly endsAt: Date;
}

/** When what counts now is over: the period, the challenge or its campaign, whichever ends first. Null: never, or nothing counts now. */
export function challengeEnd({ starts_at, ends_at, period, campaign }: RunningChallenge, now: Date, timeZone: string): ChallengeEnd | null {
  if (starts_at !== null && starts_at > now) return null;
  if (campaign !== null && campaignStatus(campaign, now) !== 'RUNNING') return null;
  const campaignEnd = campaign?.ends_at == null ? null : new Date(campaign.ends_at);
  const ends = [periodEnd(period, now, timeZone), ends_at, campaignEnd].flatMap((end) => (end === null ? [] : [end.getTime()]));
  const first = Math.min(...ends);
  return ends.length === 0 || first <= now.getTime() ? null : { period: periodAt(period, now, timeZone), endsAt: new Date(first) };
}

interface BegunChallenge {
  readonly participantId: string;
  readonly challenge: RunningChallenge & {
    readonly key: string;
    readonly name: string;
    readonly goal: Goal;
    readonly max_rounds: number;
    readonly parts: readonly number[];
  };
  readonly end: ChallengeEnd;
  readonly tally: Tally;
  /** Of the participant. */
  readonly zone: string;
}

/** Null for whoever has nothing yet of the present round, or has completed it as often as it goes. */
export function endingChallenge(
  { participantId, challenge, end: { period, endsAt }, tally, zone }: BegunChallenge,
  now: Date,
  timeZone: string,
): { readonly cause: string; readonly data: NoticeData<'CHALLENGE_ENDS'> } | null {
  const { goal, max_rounds: maxRounds, parts } = challenge;
  const standing = standingOf({ goal, maxRounds, parts }, tally, { now, zone });
  const { attainment, progress } = standing;
  if (attainment.rounds >= maxRounds || !progress.greaterThan(ZERO)) return null;
  return {
    cause: challengeCause({ participantId, challengeId: challenge.id }, endsAt),
    data: {
      kind: 'CHALLENGE_ENDS',
      challenge_id: challenge.id,
      challenge: challenge.key,
      challenge_name: challenge.name,
      period,
      ends_at: endsAt.toISOString(),
      last_day: dateAt(new Date(endsAt.getTime() - 1), timeZone),
      progress: formatDecimal(progress),
      target: formatDecimal(attainment.target),
      missing: formatDecimal(attainment.target.minus(progress)),
      missing_sentence: missingSentence(goal, standing),
    },
  };
}
