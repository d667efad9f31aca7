/** Presents what happened to a participant, group or program. */
import type { TimelineChallenge, TimelineCode, TimelineEntry, TimelineReferral, TimelineRow } from '@/contract/timeline';
import { amountOf, formatAmount } from '@/domain/money';
import { noticeSentence } from '@/domain/notices/notice-sentence';
import { targetId } from '@/domain/webhooks/events';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import type { TimelineEntryRow } from '@/server/db/repositories/people/timeline-entries';
import type {
  HappenedReferral,
  ReachedChallenge,
  TimelineFacts,
  ToldNotice,
  UsedCode,
} from '@/server/db/repositories/people/timeline-facts';
import type { TimelineItem } from '@/server/services/activity/list-timeline';
import { presentEvent } from './event';
import { presentStateHistoryEntry } from './state';
import { presentTime } from './time';

const HAPPENINGS = {
  REFERRAL_BOUND: 'BOUND',
  REFERRAL_QUALIFIED: 'QUALIFIED',
  REFERRAL_EXPIRED: 'EXPIRED',
  REFERRAL_CANCELLED: 'CANCELLED',
} as const;

/** @param holderId whose timeline it is. */
export function presentHappening(row: TimelineItem, holderId: string): TimelineRow {
  const place = { key: `${row.source}/${row.id}`, at: presentTime(row.at) };
  switch (row.source) {
    case 'EVENT':
      return { ...place, kind: 'EVENT', event: presentEvent(row.event), announces: presentAnnounced(row.announces, row.event, holderId) };
    case 'DECISION':
      return { ...place, kind: 'DECISION', decision: row.decision };
    case 'ENTRY':
      return { ...place, kind: 'ENTRY', entry: presentEntry(row.entry) };
    case 'STATE':
      return { ...place, kind: 'STATE', change: presentStateHistoryEntry(row.change) };
    case 'CODE_USED':
    case 'CODE_RETURNED':
      return { ...place, kind: 'CODE', code: presentUse(row.use, row.source) };
    case 'RANK':
      return { ...place, kind: 'LEADERBOARD', rank: row.rank };
    case 'REFERRAL_BOUND':
    case 'REFERRAL_QUALIFIED':
    case 'REFERRAL_EXPIRED':
    case 'REFERRAL_CANCELLED':
      return { ...place, kind: 'REFERRAL', referral: referralOf(row.referral, HAPPENINGS[row.source], holderId) };
  }
}

function presentEntry({ movements, transfer, ...row }: TimelineEntryRow): TimelineEntry {
  return {
    ...row,
    movements: movements.map(({ asset_id, bucket, amount, scale }) => ({
      asset_id,
      bucket,
      amount: formatAmount(amountOf(amount), scale),
    })),
    transfer: transfer && {
      id: transfer.id,
      sent: transfer.sent,
      recipient_count: transfer.recipient_count,
      ...targetId({ type: transfer.party_type, id: transfer.party_id }),
    },
  };
}

type Announced = Extract<TimelineRow, { kind: 'EVENT' }>['announces'];

function presentAnnounced(told: TimelineFacts | null, { event_data }: EventRow, holderId: string): Announced {
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
function referralOf(
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
function presentUse({ id, status, ...use }: UsedCode, source: 'CODE_USED' | 'CODE_RETURNED'): TimelineCode {
  const happening = source === 'CODE_RETURNED' ? 'RETURNED' : status === 'REDEEMED' ? 'USED' : 'RESERVED';
  return { ...use, batch_id: id, happening };
}
