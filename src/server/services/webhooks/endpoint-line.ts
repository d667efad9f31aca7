/**
 * The claimed deliveries of one endpoint: how many are being sent, and those that wait for one of these to end. They wait only while the endpoint
 * answers promptly and well; otherwise they are to be given back, as whether and when to send them is decided anew.
 */
import { claimedAhead, SHARES, SLOW_AFTER_MS } from '@/domain/webhooks/pace';
import type { ClaimedDelivery } from '@/server/db/repositories/webhooks/webhook-queue';
import type { Attempted } from './attempt-delivery';

/** A delivery that this process has claimed, and has neither recorded nor given back. Times are those of performance.now(). */
export interface Taken {
  readonly delivery: ClaimedDelivery;
  readonly takenAt: number;
  /** Null while it waits. */
  begunAt: number | null;
}

export class EndpointLine {
  private waiting: Taken[] = [];
  private sending = 0;
  private usedAt = 0;
  /** The most deliveries to have claimed at once; null: those that may be sent at once. */
  ahead: number | null = null;

  add(taken: Taken): void {
    this.waiting.push(taken);
    this.usedAt = taken.takenAt;
  }

  /** The next delivery to send, in the order in which they were added; null while the endpoint may get no more. */
  begin(now: number): Taken | null {
    const next = this.waiting[0];
    if (!next || this.sending >= SHARES[next.delivery.pace]) return null;
    this.waiting.shift();
    this.sending++;
    next.begunAt = now;
    return next;
  }

  /** @param attempted null when the outcome is unknown. @returns what waited and is not to be sent now. */
  end(attempted: Attempted | null): Taken[] {
    this.sending--;
    const durationMs = attempted?.attempt.durationMs ?? Infinity;
    const isWell = attempted?.verdict.status === 'DELIVERED' && durationMs < SLOW_AFTER_MS;
    this.ahead = isWell ? claimedAhead(durationMs) : null;
    return isWell ? [] : this.drop();
  }

  /** What has waited since `until` or longer. */
  dropWaiting(until: number): Taken[] {
    return this.waiting.some(({ takenAt }) => takenAt <= until) ? this.drop() : [];
  }

  /** Whether nothing was taken since `until`, and nothing is left. */
  isUnused(until: number): boolean {
    return this.waiting.length + this.sending === 0 && this.usedAt <= until;
  }

  private drop(): Taken[] {
    return this.waiting.splice(0);
  }
}
