import { expect, test } from 'vitest';
import type { WebhookEndpoint } from '@/contract/webhook';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

const secondsBetween = (start: string, end: string | null) => (Date.parse(end!) - Date.parse(start)) / 1000;
const limited = (headers: Record<string, string> = {}) => ({ status: 429, headers });

test('a 429 takes no attempt, pauses the endpoint for Retry-After, and the delivery then goes through', async () => {
  await using receiver = await startReceiver(limited({ 'retry-after': '90' }), 200);
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  const pending = await sandbox.delivery(queued.id);
  expect(pending).toMatchObject({ status: 'PENDING', attempt_count: 0, error_code: 'rate_limited', response_status: 429 });
  expect(secondsBetween(pending.attempts[0]!.attempted_at, pending.next_attempt_at)).toBe(90);
  const endpoint = await sandbox.api.get<WebhookEndpoint>(`/webhook-endpoints/${sandbox.endpoint.id}`);
  expect(endpoint.body.rate_limited_until).toBe(pending.next_attempt_at);
  await sandbox.advance('60s');
  expect(receiver.received).toHaveLength(1);
  await sandbox.advance('40s');
  expect(await sandbox.delivery(queued.id)).toMatchObject({
    status: 'DELIVERED',
    attempt_count: 1,
    attempts: [{ number: 1 }, { number: 2 }],
  });
  expect((await sandbox.api.get(`/webhook-endpoints/${sandbox.endpoint.id}`)).body).toMatchObject({ rate_limited_until: null });
});

test.each([
  ['no Retry-After', {}, 30],
  ['a Retry-After of two hours', { 'retry-after': '7200' }, 3600],
  ['a Retry-After that is no number or date', { 'retry-after': 'later' }, 30],
])('%s pauses %s seconds', async (_, headers, seconds) => {
  await using receiver = await startReceiver(limited(headers as Record<string, string>));
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('1s');
  const pending = await sandbox.delivery(queued.id);
  expect(secondsBetween(pending.attempts[0]!.attempted_at, pending.next_attempt_at)).toBe(seconds);
});

test('while an endpoint is paused nothing is sent to it, and other endpoints are not held up', async () => {
  await using receiver = await startReceiver(limited({ 'retry-after': '600' }), 200);
  await using other = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  await sandbox.send();
  await sandbox.advance('1s');
  const [later] = [await sandbox.send()];
  const second = await createEndpoint(sandbox.api, other.url);
  await sandbox.api.post(`/webhook-endpoints/${second.id}/test`, { event_type: 'event.completed' });
  await sandbox.advance('5m');
  expect([receiver.received.length, other.received.length]).toEqual([1, 1]);
  expect(await sandbox.delivery(later!.id)).toMatchObject({ status: 'PENDING', attempt_count: 0 });
  await sandbox.advance('6m');
  expect((await sandbox.deliveries()).map((delivery) => delivery.status)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
});

test('24 hours of nothing but 429 end in FAILED with rate_limited and no attempt taken', async () => {
  await using receiver = await startReceiver(limited({ 'retry-after': '3600' }));
  const sandbox = await sandboxWith(receiver);
  const queued = await sandbox.send();
  await sandbox.advance('23h');
  expect(await sandbox.delivery(queued.id)).toMatchObject({ status: 'PENDING', attempt_count: 0 });
  await sandbox.advance('2h');
  const failed = await sandbox.delivery(queued.id);
  expect(failed).toMatchObject({ status: 'FAILED', attempt_count: 0, error_code: 'rate_limited' });
  expect(failed.attempts).toHaveLength(25);
});
