import { expect, test } from 'vitest';
import { RateLimiter } from '@/server/access/rate-limit';

const limiter = () => new RateLimiter({ perSecond: 10, burst: 30 });

test('a bucket gives its burst at once, then refills at the sustained rate', () => {
  const bucket = limiter();
  for (let i = 0; i < 30; i++) expect(bucket.take('a', 0).allowed).toBe(true);
  expect(bucket.take('a', 0)).toMatchObject({ allowed: false, remaining: 0, retryAfter: 1, resetAt: 3 });
  expect(bucket.take('a', 99).allowed).toBe(false);
  expect(bucket.take('a', 100).allowed).toBe(true);
  expect(bucket.take('a', 100).allowed).toBe(false);
});

test('in any ten seconds no more than burst plus ten seconds of rate are allowed', () => {
  const bucket = limiter();
  let allowed = 0;
  for (let ms = 0; ms < 10_000; ms++) if (bucket.take('a', ms).allowed) allowed++;
  expect(allowed).toBe(30 + 99);
});

test('a clock that steps back gives nothing away', () => {
  const bucket = limiter();
  for (let i = 0; i < 30; i++) bucket.take('a', 10_000);
  expect(bucket.take('a', 0).allowed).toBe(false);
});

test('a rate of zero is no limit at all', () => {
  expect(new RateLimiter({ perSecond: 0, burst: 30 }).enabled).toBe(false);
});
