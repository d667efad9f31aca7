/** One token bucket per owner, in the memory of this process, for what it limits by itself: `burst` at once, `perSecond` sustained. */
import type { RateLimit, RateVerdict } from '@/domain/rate-limit';

interface Bucket {
  tokens: number;
  updatedAt: number;
}

const SWEEP_EVERY = 10_000;

export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private taken = 0;

  constructor(private readonly limit: RateLimit) {}

  get enabled(): boolean {
    return this.limit.perSecond > 0 && this.limit.burst > 0;
  }

  /** Takes one token from `owner`'s bucket. @param now milliseconds since the epoch. */
  take(owner: string, now: number): RateVerdict {
    const { perSecond, burst } = this.limit;
    const bucket = this.buckets.get(owner) ?? { tokens: burst, updatedAt: now };
    const elapsed = Math.max(0, now - bucket.updatedAt) / 1000;
    const available = Math.min(burst, bucket.tokens + elapsed * perSecond);
    const allowed = available >= 1;
    const tokens = allowed ? available - 1 : available;
    this.buckets.set(owner, { tokens, updatedAt: now });
    if (++this.taken % SWEEP_EVERY === 0) this.forgetFull(now);
    return {
      allowed,
      limit: burst,
      remaining: Math.floor(tokens),
      resetAt: Math.ceil(now / 1000 + (burst - tokens) / perSecond),
      retryAfter: allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
    };
  }

  /** A full bucket is equivalent to none. */
  private forgetFull(now: number): void {
    const { perSecond, burst } = this.limit;
    for (const [owner, bucket] of this.buckets) {
      if (bucket.tokens + ((now - bucket.updatedAt) / 1000) * perSecond >= burst) this.buckets.delete(owner);
    }
  }
}
