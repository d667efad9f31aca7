import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOfAttempt, MAX_ATTEMPTS, pauseOf, type Answer, type DeliveryProgress, type NoAnswer } from '@/domain/webhooks/retry';

const AT = new Date('2026-03-01T12:00:00.000Z');
const REAL = new Date('2026-01-01T00:00:00.000Z');
const fresh: DeliveryProgress = { attempts: 0, firstLimitedAt: null };
const answer = (status: number, retryAfter: string | null = null): Answer => ({ status, retryAfter });
const timeout: NoAnswer = { code: 'consumer_response_timeout', message: 'No answer came.' };
const minutes = (date: Date) => (date.getTime() - AT.getTime()) / 60_000;

test('the delays before attempts 2 to 8 are 5, 10, 20, 40, 80, 160 and 320 minutes, and the eighth failure is final', () => {
  const delays: number[] = [];
  let progress = fresh;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const verdict = outcomeOfAttempt(progress, attempt % 2 ? answer(503) : timeout, AT, REAL);
    expect(verdict.attempts).toBe(attempt);
    if (verdict.status === 'PENDING') delays.push(minutes(verdict.nextAttemptAt));
    else expect([attempt, verdict.status, verdict.failure?.code]).toEqual([8, 'FAILED', 'consumer_response_timeout']);
    progress = verdict;
  }
  expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320]);
});

test.each([
  [answer(200), 'DELIVERED', undefined],
  [answer(204), 'DELIVERED', undefined],
  [answer(299), 'DELIVERED', undefined],
  [answer(301), 'FAILED', 'consumer_3xx'],
  [answer(304), 'FAILED', 'consumer_3xx'],
  [answer(400), 'FAILED', 'consumer_4xx'],
  [answer(408), 'FAILED', 'consumer_4xx'],
  [answer(410), 'FAILED', 'consumer_4xx'],
  [answer(500), 'PENDING', 'consumer_5xx'],
  [answer(599), 'PENDING', 'consumer_5xx'],
  [answer(999), 'PENDING', 'consumer_5xx'],
  [answer(429), 'PENDING', 'rate_limited'],
  [timeout, 'PENDING', 'consumer_response_timeout'],
  [{ code: 'connection_error', message: 'Refused.' } as const, 'PENDING', 'connection_error'],
  [{ code: 'tls_error', message: 'Expired.' } as const, 'PENDING', 'tls_error'],
  [{ code: 'target_not_allowed', message: 'Private.' } as const, 'PENDING', 'target_not_allowed'],
])('a first attempt ending in %j is %s %s', (outcome, status, code) => {
  const verdict = outcomeOfAttempt(fresh, outcome, AT, REAL);
  expect([verdict.status, verdict.failure?.code]).toEqual([status, code]);
});

describe('a 429', () => {
  test('takes no attempt and pauses the endpoint for what Retry-After asks', () => {
    const verdict = outcomeOfAttempt({ attempts: 7, firstLimitedAt: null }, answer(429, '90'), AT, REAL);
    expect(verdict).toMatchObject({
      status: 'PENDING',
      attempts: 7,
      firstLimitedAt: AT,
      pausedUntil: new Date('2026-03-01T12:01:30.000Z'),
      nextAttemptAt: new Date('2026-03-01T12:01:30.000Z'),
    });
  });

  test.each([
    [null, 30_000],
    ['', 30_000],
    ['soon', 30_000],
    ['-5', 30_000],
    ['0', 1_000],
    ['1', 1_000],
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['99999999999999999999', 3_600_000],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 1_000],
    ['Fri, 02 Jan 2026 00:00:00 GMT', 3_600_000],
  ])('with Retry-After %j pauses %d ms', (header, expected) => {
    expect(pauseOf(header, REAL)).toBe(expected);
  });

  test('is final after 24 hours of nothing else', () => {
    const since = (hours: number) => ({ attempts: 0, firstLimitedAt: new Date(AT.getTime() - hours * 3_600_000) });
    expect(outcomeOfAttempt(since(23.9), answer(429), AT, REAL).status).toBe('PENDING');
    expect(outcomeOfAttempt(since(24), answer(429), AT, REAL)).toMatchObject({
      status: 'FAILED',
      attempts: 0,
      failure: { code: 'rate_limited' },
    });
  });

  test('ends its run when another answer comes between', () => {
    expect(outcomeOfAttempt({ attempts: 0, firstLimitedAt: new Date(0) }, answer(500), AT, REAL)).toMatchObject({
      status: 'PENDING',
      firstLimitedAt: null,
    });
  });
});

test('no Retry-After header whatever gives a pause outside 1 second to 1 hour', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.integer().map(String),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      (header) => {
        const pause = pauseOf(header, REAL);
        expect(pause).toBeGreaterThanOrEqual(1_000);
        expect(pause).toBeLessThanOrEqual(3_600_000);
      },
    ),
  );
});
