import { expect, test, vi } from 'vitest';
import { organization, type Api } from '@tests/support/api';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith, type Advanced } from '@tests/support/webhooks';

interface Clock {
  now: string;
  real_time: string;
}

const HOUR = 3_600_000;
const clockOf = async (api: Api) => (await api.get<Clock>('/sandbox/clock')).body;
const advance = (api: Api, body: Record<string, unknown>) => api.post<Advanced>('/sandbox/clock/advance', body);
test('a sandbox begins at real time and stands exactly where it is moved to', async () => {
  const { api } = await organization({ mode: 'SANDBOX' });
  const before = await clockOf(api);
  expect(before.now).toBe(before.real_time);
  const to = new Date(Date.now() + 400 * 24 * HOUR).toISOString();
  expect(await advance(api, { to })).toMatchObject({ status: 200, body: { now: to, performed: { events: 0, webhook_deliveries: 0 } } });
  const after = await clockOf(api);
  expect(Date.parse(after.now)).toBeGreaterThanOrEqual(Date.parse(to));
  expect(Date.parse(after.now) - Date.parse(after.real_time)).toBeGreaterThan(399 * 24 * HOUR);
  const { body } = await api.post<{ created_at: string }>('/programs', { name: 'Later' });
  expect(body.created_at >= to).toBe(true);
});

test('a clock moves on with real time after it was moved by a duration', async () => {
  const { api } = await organization({ mode: 'SANDBOX' });
  await advance(api, { by: '1w2d' });
  const { now, real_time } = await clockOf(api);
  expect(Math.round((Date.parse(now) - Date.parse(real_time)) / HOUR)).toBe(9 * 24);
  await vi.waitUntil(async () => (await clockOf(api)).now > now, { timeout: 60_000 });
});

test.each([
  ['both', 'invalid_request', { to: '2999-01-01T00:00:00Z', by: '1d' }],
  ['neither', 'invalid_request', {}],
  ['a time that is past', 'invalid_parameter', { to: '2020-01-01T00:00:00Z' }],
  ['no time at all', 'validation_error', { by: '0s' }],
  ['no duration', 'validation_error', { by: 'soon' }],
  ['no timestamp', 'validation_error', { to: 'tomorrow' }],
])('%s: the clock stays and the answer is %s', async (_, code, body) => {
  const { api } = await organization({ mode: 'SANDBOX' });
  expect(await advance(api, body)).toMatchObject({ status: 400, body: { code } });
  const { now, real_time } = await clockOf(api);
  expect(now).toBe(real_time);
});

test('the clock of a LIVE organization can be neither read nor moved', async () => {
  const { api } = await organization();
  for (const answer of [await api.get('/sandbox/clock'), await advance(api, { by: '1d' })]) {
    expect(answer).toMatchObject({ status: 409, body: { type: 'conflict', code: 'sandbox_only' } });
  }
});

test('what work at one instant causes for the same instant is done before the clock moves on', async () => {
  await using receiver = await startReceiver(500, 200);
  const { api } = await organization({ mode: 'SANDBOX' });
  await createEndpoint(api, receiver.url, ['event.completed']);
  const program = await api.post<{ id: string }>('/programs', { name: 'P' });
  const event = await api.post<{ id: string }>('/events', {
    program_id: program.body.id,
    external_id: 'ada',
    idempotency_key: 'one',
    event_data: {},
  });
  expect((await advance(api, { by: '1h' })).body.performed).toMatchObject({ lots: 0, reservations: 0, events: 1, webhook_deliveries: 2 });
  const { body } = await api.get<{ status: string }>(`/events/${event.body.id}`);
  expect(body.status).toBe('COMPLETED');
});

test('two requests that move one clock take turns, and both moves count', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  await sandbox.send();
  const both = await Promise.all([sandbox.advance('10h'), sandbox.advance('10h')]);
  const { now, real_time } = await clockOf(sandbox.api);
  expect(Math.round((Date.parse(now) - Date.parse(real_time)) / HOUR)).toBe(20);
  expect(both.map(({ performed }) => performed.webhook_deliveries).sort()).toEqual([0, 1]);
});
