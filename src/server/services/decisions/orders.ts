/** What requests ask of decisions: a new one, or what is to become of a reservation. */
import type { AskedRedemption } from '@/contract/decision';
import type { SentEvent } from '@/domain/events/admission';
import type { JsonRecord } from '@/domain/rules/activation';

export interface NewDecision {
  readonly type: 'DECIDE';
  readonly mode: 'RESERVE' | 'COMMIT';
  readonly sent: SentEvent;
  readonly redemptions: readonly AskedRedemption[];
  /** Null unless it reserves. */
  readonly expiresAt: Date | null;
  /** SHA-256 of what is asked. */
  readonly fingerprint: string;
}

interface OfReservation {
  readonly id: string;
  /** Whom it is about, which never changes. */
  readonly participantId: string;
  readonly idempotencyKey: string;
  /** The request that asks for it; null for the service itself. */
  readonly requestId: string | null;
}

export interface ReservationChange extends OfReservation {
  readonly type: 'CHANGE';
  /** Null: as it is; so for the others. */
  readonly data: JsonRecord | null;
  readonly redemptions: readonly AskedRedemption[] | null;
  readonly codes: readonly string[] | null;
  readonly expiresAt: Date | null;
}

export interface ReservationEnd extends OfReservation {
  readonly type: 'COMMIT' | 'CANCEL' | 'EXPIRE';
  readonly reason: string | null;
  /** The part of the basket that is committed; null: all of it. */
  readonly data: JsonRecord | null;
}

export type DecisionTask = NewDecision | ReservationChange | ReservationEnd;

/** Decisions that can be taken together. */
export interface DecisionLane {
  readonly organizationId: string;
  readonly programId: string;
  /** The present, on the organization's clock. */
  readonly now: Date;
  /** The version of the rules that decides; null: the current one. */
  readonly version: number | null;
}
