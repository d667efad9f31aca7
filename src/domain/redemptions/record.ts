/** Gives the record of a redemption after its reservation was captured or released, or part of it reversed. */
import { present } from '@/domain/assert';
import type { Decision } from '@/domain/decision';
import { amountOf, type Amount } from '@/domain/money';
import type { RedemptionStatus } from './machine';
import type { ReversalPlan } from './reversal';

/** What changes of a redemption once it is placed. Amounts are decimal text. */
interface RedemptionOutcome {
  readonly status: RedemptionStatus;
  readonly failure_reason: string | null;
  readonly resolved_at: Date | null;
  readonly captured_at: Date | null;
  readonly capture_journal_entry_id: string | null;
  readonly release_journal_entry_id: string | null;
  readonly released_amount: string | null;
  readonly reversed_amount: string;
  readonly reversed_quantity: number | null;
  readonly updated_at: Date;
}

/** @param decision the capture. */
export function afterCapture<Record extends RedemptionOutcome>(record: Record, { entries }: Decision, now: Date): Record {
  return {
    ...record,
    status: 'COMPLETED',
    capture_journal_entry_id: present(entries[0], 'a capture makes an entry').id,
    captured_at: now,
    resolved_at: now,
    updated_at: now,
  };
}

/** How a reservation ends that is not captured. */
export interface Ending {
  readonly status: 'FAILED' | 'CANCELLED';
  readonly reason: string | null;
}

/**
 * @param decision the release; without an entry where nothing was left to release.
 * @param left what was left of the reservation.
 */
export function afterRelease<Record extends RedemptionOutcome>(
  record: Record,
  { entries: [entry] }: Decision,
  left: Amount,
  { status, reason }: Ending,
  now: Date,
): Record {
  return {
    ...record,
    status,
    failure_reason: reason,
    release_journal_entry_id: entry?.id ?? null,
    released_amount: entry ? left.toFixed() : null,
    resolved_at: now,
    updated_at: now,
  };
}

export function afterReversal<Record extends RedemptionOutcome>(
  record: Record,
  { status, amount, quantity }: ReversalPlan,
  now: Date,
): Record {
  const { reversed_amount, reversed_quantity } = record;
  return {
    ...record,
    status,
    reversed_amount: amountOf(reversed_amount).plus(amount).toFixed(),
    reversed_quantity: reversed_quantity === null ? null : reversed_quantity + (quantity ?? 0),
    updated_at: now,
  };
}
