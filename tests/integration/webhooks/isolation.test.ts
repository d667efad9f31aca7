import { expect, test, vi } from 'vitest';
import { publishSettings } from '@/env';
import { deliverWebhooks } from '@/server/services/webhooks/deliver-webhooks';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();

const deliver = (limit = 200) => deliverWebhooks({ clock: { now: () => new Date() }, limit, signal: new AbortController().signal });

test('an endpoint that let an attempt time out is asked by one delivery at a time until it answers, and then by several again', async () => {
  let held: (() => void)[] = [];
  await using receiver = await startReceiver((response) => void held.push(() => void response.writeHead(200).end()));
  const sandbox = await sandboxWith(receiver);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.completed'] });
  publishSettings({ WEBHOOK_TIMEOUT_MS: '200' });
  await sandbox.happen('event.completed', 1);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  publishSettings({ WEBHOOK_TIMEOUT_MS: '60000' });
  await sandbox.happen('event.completed', 20);
  held = [];
  const run = deliver();
  await receiver.waitFor(2);
  // Another endpoint's delivery succeeds meanwhile, so the run has had the chance to claim more of the first's.
  await using other = await startReceiver();
  await createEndpoint(sandbox.api, other.url, ['event.failed']);
  await sandbox.happen('event.failed', 1);
  await other.waitFor(1);
  expect(receiver.received).toHaveLength(2);
  held.pop()!();
  await vi.waitUntil(() => held.length === 8, { timeout: 60_000, interval: 5 });
  receiver.script(200);
  for (const answer of held) answer();
  await run;
  expect(await sandbox.deliveries('?status=DELIVERED')).toHaveLength(21);
});

test('endpoints that hang, more of them than there are places, hold up others only until it is seen that they hang', async () => {
  await using hanging = await startReceiver(() => undefined);
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.completed'] });
  await Promise.all(Array.from({ length: 18 }, () => createEndpoint(sandbox.api, hanging.url, ['event.failed'])));
  await sandbox.happen('event.failed', 2);
  const run = deliver(12);
  await hanging.waitFor(12);
  await sandbox.happen('event.completed', 30);
  await receiver.waitFor(30);
  expect(await sandbox.deliveries('?error_code=consumer_response_timeout')).toEqual([]);
  expect(hanging.received.length).toBeGreaterThanOrEqual(18);
  await hanging.stop();
  await run;
});
