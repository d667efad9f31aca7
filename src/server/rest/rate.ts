/** Applies an organization's request limit, shared by every way into the service, and reports it in headers. */
import { DomainError } from '@/domain/errors';
import { env } from '@/env';
import { RateLimiter, type RateVerdict } from '@/server/rate-limit';
import { singleton } from '@/server/singleton';

const limiter = () =>
  singleton('rate-limiter', () => new RateLimiter({ perSecond: env().RATE_LIMIT_PER_SECOND, burst: env().RATE_LIMIT_BURST }));

/**
 * Counts a request. The admin key has no organization, belongs to the operator and is not limited.
 * @param now milliseconds since the epoch.
 */
export function takeRequest(organization: { readonly id: string } | null, now: number): RateVerdict | undefined {
  return organization && limiter().enabled ? limiter().take(organization.id, now) : undefined;
}

/** @throws DomainError rate_limit_exceeded. */
export function assertWithinRate(rate: RateVerdict | undefined): void {
  if (rate && !rate.allowed) throw new DomainError('rate_limit_exceeded', `Too many requests; try again in ${rate.retryAfter} seconds.`);
}

export function rateHeaders(rate: RateVerdict | undefined): Record<string, string> {
  if (!rate) return {};
  const headers = {
    'X-RateLimit-Limit': String(rate.limit),
    'X-RateLimit-Remaining': String(rate.remaining),
    'X-RateLimit-Reset': String(rate.resetAt),
  };
  return rate.allowed ? headers : { ...headers, 'Retry-After': String(rate.retryAfter) };
}
