/** Presents what notices, challenges, referrals, leaderboards and codes did to one participant. */
import type { TimelineChallenge, TimelineCode, TimelineReferral, TimelineRow } from '@/contract/timeline';
import { noticeSentence } from '@/domain/notices/notice-sentence';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import type {
  HappenedReferral,
  ReachedChallenge,
  TimelineFacts,
  ToldNotice,
  UsedCode,
} from '@/server/db/repositories/people/timeline-facts';

type Announced = Extract<TimelineRow, { kind: 'EVENT' }>['announces'];

export function presentAnnounced(told: TimelineFacts | null, { event_data }: EventRow, holderId: string): Announced {
  switch (told?.about) {
    case 'NOTICE':
      return { about: 'NOTICE', notice: presentTold(told.facts) };
    case 'CHALLENGE':
      return { about: 'CHALLENGE', challenge: presentReached(told.facts) };
    case 'REFERRAL': {
      const happening = event_data.type === 'referral.cancelled' ? 'CANCELLED' : 'QUALIFIED';
      return { about: 'REFERRAL', referral: referralOf(told.facts, happening, holderId) };
    }
    case 'LEADERBOARD':
      return { about: 'LEADERBOARD', rank: told.facts };
    case 'CODE':
    case undefined:
      return null;
  }
}

const presentTold = ({ data, ...notice }: ToldNotice) => ({ ...notice, sentence: noticeSentence(data) });

const REACHED: Readonly<Record<ReachedChallenge['happening'], TimelineChallenge['happening']>> = {
  'challenge.part_reached': 'PART_REACHED',
  'challenge.completed': 'COMPLETED',
  'challenge.revoked': 'REVOKED',
};

const presentReached = ({ happening, ...challenge }: ReachedChallenge): TimelineChallenge => ({
  ...challenge,
  happening: REACHED[happening],
});

/** From the point of view of one of the two. */
export function referralOf(
  { referrer_id, referred_id, count, reason, ...referral }: HappenedReferral,
  happening: TimelineReferral['happening'],
  holderId: string,
): TimelineReferral {
  const brought = referrer_id === holderId;
  return {
    ...referral,
    happening,
    brought,
    participant_id: brought ? referred_id : referrer_id,
    count: happening === 'QUALIFIED' ? count : null,
    reason: happening === 'CANCELLED' ? reason : null,
  };
}

/** A use that was given back was only reserved. */
export function presentUse({ id, status, ...use }: UsedCode, source: 'CODE_USED' | 'CODE_RETURNED'): TimelineCode {
  const happening = source === 'CODE_RETURNED' ? 'RETURNED' : status === 'REDEEMED' ? 'USED' : 'RESERVED';
  return { ...use, batch_id: id, happening };
}
