/** Presents moves of a sandbox clock in their wire form. */
import type { ClockMove, ClockMoveDetail, ClockMoveItem } from '@/contract/clock-move';
import { amountOf, formatAmount } from '@/domain/money';
import type { HappeningKind } from '@/domain/sandbox/timeline';
import type { ClockMoveRow } from '@/server/db/repositories/organizations/clock-moves';
import type { HappeningRow } from '@/server/db/repositories/organizations/clock-timeline';
import type { ClockMoveWithTimeline as Detail } from '@/server/services/sandbox/clock';
import { presentTime } from './time';

export function presentClockMove(row: ClockMoveRow): ClockMove {
  return {
    id: row.id,
    status: row.status,
    from: presentTime(row.moved_from),
    to: presentTime(row.moved_to),
    reached: presentTime(row.reached),
    performed: row.performed,
    api_key_id: row.api_key_id,
    user_id: row.user_id,
    on_behalf_of: row.on_behalf_of,
    started_at: presentTime(row.started_at),
    ended_at: presentTime(row.ended_at),
    duration_ms: row.ended_at && row.ended_at.getTime() - row.started_at.getTime(),
  };
}

export function presentClockMoveDetail({ move, step, counts, items }: Detail): ClockMoveDetail {
  const steps = Map.groupBy(counts, ({ start }) => start.getTime());
  return {
    ...presentClockMove(move),
    step,
    timeline: Array.from(steps, ([start, of]) => ({
      start: presentTime(new Date(start)),
      counts: Object.fromEntries(of.map(({ kind, count }) => [kind, count])),
    })),
    items: items.map(presentItem),
  };
}

type ResourceType = ClockMoveItem['resource']['type'];

/** Null for a change of state: the record shown is then the subject of the state. */
const RESOURCES: Readonly<Record<HappeningKind, ResourceType | null>> = {
  LOT_MATURED: 'JOURNAL_ENTRY',
  LOT_EXPIRED: 'JOURNAL_ENTRY',
  RESERVATION_EXPIRED: 'REDEMPTION',
  TIER_CHANGED: null,
  COUNTER_RESET: null,
  AUTOMATION_RUN: 'AUTOMATION',
  EVENT_COMPLETED: 'EVENT',
  EVENT_FAILED: 'EVENT',
  WEBHOOK_SENT: 'WEBHOOK_DELIVERY',
  WEBHOOK_FAILED: 'WEBHOOK_DELIVERY',
};

function presentItem({ kind, at, id, program_id, subject_type, subject_id, asset_id, amount, scale, detail }: HappeningRow): ClockMoveItem {
  return {
    kind,
    at: presentTime(at),
    resource: { type: RESOURCES[kind] ?? subject_type ?? 'PROGRAM', id },
    program_id,
    subject: subject_type && subject_id ? { type: subject_type, id: subject_id } : null,
    asset_id,
    amount: amount === null || scale === null ? null : formatAmount(amountOf(amount), scale),
    detail,
  };
}
