/**
 * The claimed deliveries of one endpoint: those being sent, and those that wait for one of these to end. They wait only while the endpoint
 * answers promptly and well; otherwise they are to be given back, since whether and when to send them is decided anew.
 */
import { claimedAhead, SHARES, SLOW_AFTER_MS } from '@/domain/webhooks/pace';
import type { ClaimedDelivery } from '@/server/db/repositories/webhooks/webhook-queue';
import type { Attempted } from './attempts';

/** A delivery that this process has claimed, and has neither recorded nor given back. Times are those of performance.now(). */
export interface Taken {
  readonly delivery: Pick<ClaimedDelivery, 'pace'>;
  readonly takenAt: number;
  /** Null while it waits. */
  begunAt: number | null;
}

export class EndpointLine<Item extends Taken> {
  private waiting: Item[] = [];
  private sending = 0;
  private usedAt = -Infinity;
  private readonly unrecorded = new Set<Item>();
  private recordedAt = -Infinity;
  /** The most deliveries to have claimed at once; null: those that may be sent at once. */
  ahead: number | null = null;

  add(item: Item): void {
    this.waiting.push(item);
    this.usedAt = item.takenAt;
  }

  /** The next one to send, in the order in which they were added; null while the endpoint may get no more. */
  begin(now: number): Item | null {
    const next = this.waiting[0];
    if (!next || this.sending >= SHARES[next.delivery.pace]) return null;
    this.waiting.shift();
    this.sending++;
    next.begunAt = now;
    return next;
  }

  /** @param attempted null when the outcome is unknown. @returns what waited and is not to be sent now. */
  end(item: Item, attempted: Attempted | null): Item[] {
    this.sending--;
    const durationMs = attempted?.attempt.durationMs ?? Infinity;
    const isWell = attempted?.verdict.status === 'DELIVERED' && durationMs < SLOW_AFTER_MS;
    this.ahead = isWell ? claimedAhead(durationMs) : null;
    if (isWell) return [];
    this.unrecorded.add(item);
    return this.drop();
  }

  /** What became of it can be read by who claims from `now` on. */
  recorded(item: Item, now: number): void {
    if (this.unrecorded.delete(item)) this.recordedAt = now;
  }

  /** Whether the endpoint may have asked to wait, or turned out to be slow, and a claim that was begun at `claimedAt` would not know. */
  isHeldBack(claimedAt: number): boolean {
    return this.unrecorded.size > 0 || claimedAt < this.recordedAt;
  }

  /** Whether fewer wait than it may get at once. */
  get isRunningOut(): boolean {
    return this.waiting.length < SHARES.PROMPT;
  }

  /** All that wait, if any has since `until` or longer. */
  dropWaiting(until: number): Item[] {
    return this.waiting.some(({ takenAt }) => takenAt <= until) ? this.drop() : [];
  }

  /** Whether nothing was added since `until`, and nothing is left. */
  isUnused(until: number): boolean {
    return this.waiting.length + this.sending + this.unrecorded.size === 0 && this.usedAt <= until;
  }

  private drop(): Item[] {
    return this.waiting.splice(0);
  }
}
