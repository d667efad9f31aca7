/** Decides what may become of a decision that was made within a request: one transition table for every status and trigger. */
import { DomainError } from '@/domain/errors';
import { isOneOf } from '@/domain/fields';

export const DECISION_MODES = ['PREVIEW', 'RESERVE', 'COMMIT'] as const;
export type DecisionMode = (typeof DECISION_MODES)[number];

/** A FAILED one is committed, too: its event is stored, and nothing else came of it. */
export const DECISION_STATUSES = ['RESERVED', 'COMMITTED', 'FAILED', 'CANCELLED', 'EXPIRED'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

export const DECISION_TRIGGERS = ['CHANGE', 'COMMIT', 'CANCEL', 'EXPIRE'] as const;
export type DecisionTrigger = (typeof DECISION_TRIGGERS)[number];

/** The next status, UNCHANGED when the decision already is as asked, or REFUSED when it has ended in another way. */
type DecisionTransition = DecisionStatus | 'UNCHANGED' | 'REFUSED';

const DECISION_TABLE: Readonly<Record<DecisionStatus, Readonly<Record<DecisionTrigger, DecisionTransition>>>> = {
  RESERVED: { CHANGE: 'RESERVED', COMMIT: 'COMMITTED', CANCEL: 'CANCELLED', EXPIRE: 'EXPIRED' },
  COMMITTED: { CHANGE: 'REFUSED', COMMIT: 'UNCHANGED', CANCEL: 'REFUSED', EXPIRE: 'UNCHANGED' },
  FAILED: { CHANGE: 'REFUSED', COMMIT: 'REFUSED', CANCEL: 'REFUSED', EXPIRE: 'UNCHANGED' },
  CANCELLED: { CHANGE: 'REFUSED', COMMIT: 'REFUSED', CANCEL: 'UNCHANGED', EXPIRE: 'UNCHANGED' },
  EXPIRED: { CHANGE: 'REFUSED', COMMIT: 'REFUSED', CANCEL: 'REFUSED', EXPIRE: 'UNCHANGED' },
};

/**
 * The status that a trigger leads to; null when the decision already is what the trigger asks for.
 * @throws DomainError decision_already_resolved.
 */
export function nextDecisionStatus(status: DecisionStatus, trigger: DecisionTrigger): DecisionStatus | null {
  const next = DECISION_TABLE[status][trigger];
  if (next === 'UNCHANGED') return null;
  if (isOneOf(DECISION_STATUSES, next)) return next;
  throw new DomainError(
    'decision_already_resolved',
    status === 'EXPIRED'
      ? 'The reservation has expired and gave everything back; make the decision anew with a new key.'
      : `The decision is ${status} and cannot end in another way; read it before you go on.`,
    { param: 'id', details: { status } },
  );
}

const MINUTE = 60_000;
const SHORTEST_MS = MINUTE;
const LONGEST_MS = 30 * 24 * 60 * MINUTE;
const USUAL_MS = 15 * MINUTE;

/**
 * Until when a reservation stands: `expiresAt`, or 15 minutes from `now`.
 * @throws DomainError invalid_expiration when that is not from 60 seconds to 30 days away.
 */
export function reservedUntil(expiresAt: Date | null, now: Date): Date {
  if (expiresAt === null) return new Date(now.getTime() + USUAL_MS);
  const length = expiresAt.getTime() - now.getTime();
  if (length >= SHORTEST_MS && length <= LONGEST_MS) return expiresAt;
  throw new DomainError('invalid_expiration', '`expires_at` must be from 60 seconds to 30 days from now.', { param: 'expires_at' });
}
