import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { adminApi, organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { useRequestLimits } from '@tests/support/rate-limits';

const BURST = 5;
const LIMIT = { perSecond: 1, burst: BURST };

beforeAll(() => useRequestLimits(LIMIT));
// On a busy machine the token bucket would refill meanwhile.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('a burst is answered, what follows gets 429 and is told when to come back', async () => {
  const { api } = await organization();
  const answers = [];
  for (let i = 0; i < BURST; i++) answers.push(await api.get('/programs'));
  expect(answers.map(({ status }) => status)).toEqual(Array(BURST).fill(200));
  expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0']);
  for (const { headers } of answers) {
    expect(headers['x-ratelimit-limit']).toBe(String(BURST));
    expect(headers['retry-after']).toBeUndefined();
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000) - 5);
  }
  const refused = await api.get('/programs');
  expect(refused).toMatchObject({ status: 429, body: { type: 'rate_limited', code: 'rate_limit_exceeded' } });
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.headers['x-ratelimit-remaining']).toBe('0');
});

test('the bucket belongs to the organization: another one is not slowed, errors count too', async () => {
  const [busy, idle] = [await organization(), await organization()];
  for (let i = 0; i < BURST; i++) expect(await busy.api.get('/programs/x')).toMatchObject({ status: 400 });
  expect(await busy.api.get('/programs')).toMatchObject({ status: 429 });
  expect(await idle.api.get('/programs')).toMatchObject({ status: 200 });
});

test('what is asked for in vain counts too, says how much is left, and is refused when nothing is', async () => {
  const { key, api } = await organization();
  const headers = { authorization: `Bearer ${key}` };
  const stray = (method: string, path: string) => send(origin(), { method, path, headers });
  const answers = [await stray('GET', '/v1/nothing'), await stray('DELETE', '/v1/programs'), await stray('GET', '/v1/programs/%zz')];
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 400]);
  expect(answers.map((answer) => answer.headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2']);
  for (let left = 2; left > 0; left--) await api.get('/programs');
  expect(await stray('GET', '/v1/nothing')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
});

test('without a key, or with a wrong one, nothing is said of a limit and what is not there is not found', async () => {
  const wrong: Record<string, string>[] = [{}, { authorization: 'Bearer sk_wrong' }];
  for (const headers of wrong) {
    const answer = await send(origin(), { method: 'GET', path: '/v1/nothing', headers });
    expect(answer.status).toBe(404);
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
  }
});

test('the operator is not limited', async () => {
  for (let i = 0; i < BURST + 2; i++) {
    const answer = await adminApi().get('/admin/organizations?limit=1');
    expect(answer.status).toBe(200);
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
  }
});

test('while the database cannot be asked, a request is answered as unavailable, and nothing is said of its limit', async () => {
  const { api } = await organization();
  expect((await api.get('/programs')).status).toBe(200);
  const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await useRequestLimits(LIMIT, () => Promise.reject(unreachable));
  onTestFinished(() => useRequestLimits(LIMIT));
  const answer = await api.get('/programs');
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  expect(answer.headers['x-ratelimit-remaining']).toBeUndefined();
});
