/** Lists what happened to a redemption, oldest first, from its record and its reversals. */
import type { Redemption, ReversalResource } from '@/contract/redemption';

interface RedemptionStep {
  readonly at: string;
  readonly title: string;
  /** The amount moved; null if none. */
  readonly amount: string | null;
  /** The note left by whoever did it. */
  readonly note: string | null;
  readonly entryId: string | null;
  /** Whether it is still to come. */
  readonly ahead: boolean;
}

const ENDINGS: Partial<Record<Redemption['status'], string>> = { CANCELLED: 'Cancelled', FAILED: 'Failed' };

export function timelineOf(redemption: Redemption, reversals: readonly ReversalResource[]): RedemptionStep[] {
  const { amount, description, created_at, reservation_id, captured_at, resolved_at, expires_at, status } = redemption;
  const done = { note: null, entryId: null, ahead: false } as const;
  const reserved = reservation_id !== null;
  const begun: RedemptionStep = {
    ...done,
    at: created_at,
    title: reserved ? 'Reserved' : 'Spent',
    amount,
    note: description,
    entryId: redemption.journal_entry_id,
  };
  const captured =
    captured_at && reserved ? [{ ...done, at: captured_at, title: 'Captured', amount, entryId: redemption.capture_journal_entry_id }] : [];
  const ending = ENDINGS[status];
  const expired = redemption.failure_reason === 'reservation_expired';
  const ended =
    ending && resolved_at
      ? [
          {
            ...done,
            at: resolved_at,
            title: expired ? 'Reservation expired' : ending,
            amount: redemption.released_amount,
            note: expired ? null : redemption.failure_reason,
            entryId: redemption.release_journal_entry_id,
          },
        ]
      : [];
  const reversed = reversals.map((reversal) => ({
    ...done,
    at: reversal.created_at,
    title: reversal.quantity === null ? 'Reversed' : `Reversed ${reversal.quantity}`,
    amount: reversal.amount,
    note: reversal.reason,
    entryId: reversal.journal_entry_id,
  }));
  const deadline =
    status === 'PENDING' && expires_at ? [{ ...done, at: expires_at, title: 'Is released unless captured', amount, ahead: true }] : [];
  return [begun, ...captured, ...ended, ...reversed, ...deadline].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
