/** The default rate limit under a thousand requests: a burst of 30, then 10 a second, reported on every answer. */
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { env, publishSettings } from '@/env';
import { organization } from '@tests/support/api';
import { useRequestLimits } from '@tests/support/rate-limits';

const REQUESTS = 1_000;
const APART_MS = 20;

beforeAll(async () => {
  publishSettings({ RATE_LIMIT_PER_SECOND: '', RATE_LIMIT_BURST: '' });
  const { RATE_LIMIT_PER_SECOND, RATE_LIMIT_BURST } = env();
  await useRequestLimits({ perSecond: RATE_LIMIT_PER_SECOND, burst: RATE_LIMIT_BURST });
});

test('of 1,000 requests in 20 seconds, 30 at once and 10 a second are answered within 5 %, and all others told when to come back', async () => {
  const { api } = await organization();
  const began = Date.now();
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  const answers = [];
  for (let n = 0; n < REQUESTS; n++) {
    vi.setSystemTime(began + n * APART_MS);
    const { status, headers } = await api.get('/webhook-event-types?limit=1');
    answers.push({ status, headers, second: Math.floor((n * APART_MS) / 1_000), now: Date.now() });
  }
  const allowed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(allowed.length + refused.length).toBe(REQUESTS);
  expect(answers.slice(0, 30).map(({ status }) => status)).toEqual(Array(30).fill(200));

  // Once the burst is spent, each second allows only its refill.
  const spent = refused[0]!.second + 1;
  const sustained = allowed.filter(({ second }) => second >= spent).length / ((REQUESTS * APART_MS) / 1_000 - spent);
  expect(sustained).toBeGreaterThan(9.5);
  expect(sustained).toBeLessThan(10.5);
  expect(allowed.length).toBeLessThanOrEqual(30 + ((REQUESTS * APART_MS) / 1_000) * 10);

  for (const { status, headers, now } of answers) {
    expect(headers['x-ratelimit-limit']).toBe('30');
    expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0);
    expect(Number(headers['x-ratelimit-reset']) * 1_000).toBeGreaterThanOrEqual(now - 1_000);
    expect(headers['retry-after']).toBe(status === 429 ? '1' : undefined);
  }
});
