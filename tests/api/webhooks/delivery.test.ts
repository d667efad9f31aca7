import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { publishSettings } from '@/env';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

/** Shortens the timeout where an answer never ends; real answers may be slow on a busy machine. */
function waitNoLongerThan(ms: number): void {
  publishSettings({ WEBHOOK_TIMEOUT_MS: String(ms) });
  onTestFinished(() => publishSettings({ WEBHOOK_TIMEOUT_MS: '' }));
}

const minutesAfter = (start: string, time: string) => (Date.parse(time) - Date.parse(start)) / 60_000;

test('a delivery carries the envelope and verifies by hand and with the Standard Webhooks library', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send('balance.credited');
  expect(queued).toMatchObject({ status: 'PENDING', attempt_count: 0, event_type: 'balance.credited' });
  expect((await sandbox.advance('1s')).performed.webhook_deliveries).toBe(1);

  const [request] = receiver.received;
  const { headers, body } = request!;
  expect(JSON.parse(body)).toEqual(queued.payload);
  expect(queued.payload).toMatchObject({
    id: queued.webhook_id,
    type: 'balance.credited',
    api_version: '2026-03-01',
    organization_id: sandbox.id,
  });
  expect(headers['content-type']).toBe('application/json');
  expect(headers['webhook-id']).toBe(queued.webhook_id);
  const { t, v1 } = /^t=(?<t>\d+),v1=(?<v1>[0-9a-f]{64})$/.exec(String(headers['service-signature']))!.groups!;
  expect(v1).toBe(createHmac('sha256', sandbox.endpoint.secret).update(`${t}.${body}`).digest('hex'));
  expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(60);
  expect(new Webhook(sandbox.endpoint.secret).verify(body, headers as Record<string, string>)).toEqual(queued.payload);

  const done = await sandbox.delivery(queued.id);
  expect(done).toMatchObject({
    status: 'DELIVERED',
    attempt_count: 1,
    response_status: 200,
    error_code: null,
    last_error: null,
    next_attempt_at: null,
  });
  expect(done.attempts).toMatchObject([{ number: 1, response: { status: 200 }, error: null, error_code: null }]);
  expect(done.attempts[0]!.request).toMatchObject({ url: receiver.url, headers: { 'webhook-id': queued.webhook_id } });
  expect(done.body).toBe(body);
});

test('a test sends the data that is given in place of the sample, to the last digit', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const data = { amount: '0.10', note: 'é \u2028', nested: [{ deep: 1.5 }], participant_id: null };
  const answer = await sandbox.api.post(`/webhook-endpoints/${sandbox.endpoint.id}/test`, { event_type: 'balance.credited', data });
  expect(answer).toMatchObject({ status: 202, body: { event_type: 'balance.credited', payload: { data } } });
  await sandbox.advance('1s');
  expect(receiver.received[0]!.body).toBe(answer.body.body);
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'balance.credited', organization_id: sandbox.id, data });
});

test('an address that answers without TLS is retried with tls_error', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith({ url: receiver.url.replace('http:', 'https:') });
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  expect(await sandbox.delivery(queued.id)).toMatchObject({ status: 'PENDING', error_code: 'tls_error', attempt_count: 1 });
});

test('a failing endpoint gets 8 attempts on the schedule, the same bytes each time, and then the delivery fails', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  const { performed } = await sandbox.advance('24h');
  expect(performed.webhook_deliveries).toBe(8);
  const failed = await sandbox.delivery(queued.id);
  expect(failed).toMatchObject({
    status: 'FAILED',
    attempt_count: 8,
    error_code: 'consumer_5xx',
    response_status: 503,
    next_attempt_at: null,
  });
  const times = failed.attempts.map((attempt) => attempt.attempted_at);
  expect(times.slice(1).map((time, i) => minutesAfter(times[i]!, time))).toEqual([5, 10, 20, 40, 80, 160, 320]);
  expect(new Set(receiver.received.map((request) => request.body)).size).toBe(1);
  expect(new Set(receiver.received.map((request) => request.headers['webhook-id'])).size).toBe(1);
});

test('each retry waits for its time and a later success delivers', async () => {
  await using receiver = await startReceiver(500, 502, 200);
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  const once = await sandbox.delivery(queued.id);
  expect(once).toMatchObject({ status: 'PENDING', attempt_count: 1, error_code: 'consumer_5xx' });
  expect(minutesAfter(once.attempts[0]!.attempted_at, once.next_attempt_at!)).toBe(5);
  await sandbox.advance('4m');
  expect(receiver.received).toHaveLength(1);
  await sandbox.advance('1m');
  expect(receiver.received).toHaveLength(2);
  await sandbox.advance('10m');
  expect(await sandbox.delivery(queued.id)).toMatchObject({ status: 'DELIVERED', attempt_count: 3, error_code: null, last_error: null });
});

test.each([301, 302, 307, 308])('a %d is final with consumer_3xx and its target is never asked', async (status) => {
  await using elsewhere = await startReceiver();
  await using receiver = await startReceiver({ status, headers: { location: elsewhere.url } });
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('24h');
  expect(await sandbox.delivery(queued.id)).toMatchObject({
    status: 'FAILED',
    error_code: 'consumer_3xx',
    attempt_count: 1,
    response_status: status,
  });
  expect(elsewhere.received).toHaveLength(0);
});

test.each([400, 401, 404, 410, 422])('a %d is final with consumer_4xx', async (status) => {
  await using receiver = await startReceiver({ status, body: 'no thanks' });
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('24h');
  const failed = await sandbox.delivery(queued.id);
  expect(failed).toMatchObject({
    status: 'FAILED',
    error_code: 'consumer_4xx',
    attempt_count: 1,
    attempts: [{ response: { status, body: 'no thanks' } }],
  });
});

test('an endpoint that does not answer in time is retried with consumer_response_timeout', async () => {
  waitNoLongerThan(400);
  await using receiver = await startReceiver(() => undefined);
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  const pending = await sandbox.delivery(queued.id);
  expect(pending).toMatchObject({
    status: 'PENDING',
    error_code: 'consumer_response_timeout',
    attempt_count: 1,
    response_status: null,
    attempts: [{ response: null }],
  });
  expect(pending.attempts[0]!.duration_ms).toBeGreaterThanOrEqual(390);
});

test('an endpoint that cannot be connected to is retried with connection_error', async () => {
  const receiver = await startReceiver();
  await receiver.stop();
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  expect(await sandbox.delivery(queued.id)).toMatchObject({
    status: 'PENDING',
    error_code: 'connection_error',
    attempt_count: 1,
    attempts: [{ response: null, error_code: 'connection_error' }],
  });
});

test('a connection that breaks before an answer is retried with connection_error', async () => {
  await using receiver = await startReceiver((response) => void response.destroy());
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  expect(await sandbox.delivery(queued.id)).toMatchObject({ status: 'PENDING', error_code: 'connection_error' });
});

test('the first 4 KiB of an answer are kept, whatever its length, encoding or end', async () => {
  waitNoLongerThan(1_500);
  await using receiver = await startReceiver(
    { status: 200, body: 'é'.repeat(100_000) },
    { status: 200, body: 'a\u0000b' },
    (response) => void response.writeHead(200).write('endless'),
  );
  const sandbox = await sandboxWith(receiver);
  const [long, binary, endless] = [await sandbox.send(), await sandbox.send(), await sandbox.send()];
  for (const _ of [1, 2, 3]) await sandbox.advance('1s');
  const bodies = await Promise.all([long, binary, endless].map(async ({ id }) => (await sandbox.delivery(id)).attempts[0]!.response!.body));
  expect([...bodies].sort()).toEqual(['a\ufffdb', 'endless', 'é'.repeat(2048)].sort());
  expect((await sandbox.deliveries()).map((delivery) => delivery.status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
});
