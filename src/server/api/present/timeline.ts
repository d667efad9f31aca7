/** Presents the timeline of one holder, amounts at their asset's scale. */
import type { TimelineEntry, TimelineRow } from '@/contract/timeline';
import { amountOf, formatAmount } from '@/domain/money';
import { targetId } from '@/domain/webhooks/events';
import type { TimelineEntryRow } from '@/server/db/repositories/people/timeline-entries';
import type { TimelineItem } from '@/server/services/activity/list-timeline';
import { presentEvent } from './event';
import { presentStateHistoryEntry } from './state';
import { presentTime } from './time';
import { presentAnnounced, presentUse, referralOf } from './timeline-campaigns';

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
