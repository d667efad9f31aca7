/** Decides until when a pending redemption reserves value. */
import { parseDuration } from '@/domain/duration';
import { DomainError } from '@/domain/errors';
import { isReservationTime } from '@/domain/programs';

export const REDEMPTION_MODES = ['INSTANT', 'PENDING'] as const;
export type RedemptionMode = (typeof REDEMPTION_MODES)[number];

/**
 * The deadline of a reservation; null for a redemption that reserves nothing.
 * @param expiresAt an RFC 3339 timestamp, or undefined to use the program's `ttl`.
 * @param ttl how long reservations of the program last, such as "90d".
 * @throws DomainError invalid_request (a deadline without a reservation), invalid_expiration (not 60 seconds to 365 days away).
 */
export function reservationDeadline(mode: RedemptionMode, expiresAt: string | undefined, ttl: string, now: Date): Date | null {
  if (mode === 'INSTANT') {
    if (expiresAt === undefined) return null;
    throw new DomainError('invalid_request', 'An instant redemption reserves nothing; leave `expires_at` out or send `mode` PENDING.', {
      param: 'expires_at',
    });
  }
  if (expiresAt === undefined) return new Date(now.getTime() + (parseDuration(ttl) ?? 0));
  const deadline = new Date(expiresAt);
  if (isReservationTime(deadline.getTime() - now.getTime())) return deadline;
  throw new DomainError('invalid_expiration', '`expires_at` must be from 60 seconds to 365 days from now.', { param: 'expires_at' });
}
