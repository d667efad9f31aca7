/** Applies an organization's request limit, shared by every way into the service, and reports it in headers. */
import { DomainError } from '@/domain/errors';
import type { RateVerdict } from '@/domain/rate-limit';
import { requestLimits } from '@/server/access/request-limits';

/** Counts a request. The admin key has no organization, belongs to the operator and is not limited. */
export async function takeRequest(organization: { readonly id: string } | null): Promise<RateVerdict | undefined> {
  return organization && requestLimits().enabled ? requestLimits().take(organization.id) : undefined;
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
