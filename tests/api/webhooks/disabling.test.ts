import { expect, test } from 'vitest';
import type { WebhookEndpointDetail } from '@/contract/webhook';
import { startReceiver, type Receiver } from '@tests/support/receiver';
import { sandboxWith, type Hooked } from '@tests/support/webhooks';

const endpointOf = async ({ api, endpoint }: Hooked) => (await api.get<WebhookEndpointDetail>(`/webhook-endpoints/${endpoint.id}`)).body;
const patch = ({ api, endpoint }: Hooked, change: Record<string, string>) =>
  api.patch<WebhookEndpointDetail>(`/webhook-endpoints/${endpoint.id}`, change);

/** One delivery fails eight times, and the clock stands `by` after it was queued. */
async function failingFor(receiver: Receiver, by: string): Promise<Hooked> {
  const sandbox = await sandboxWith(receiver);
  await sandbox.send();
  await sandbox.advance(by);
  return sandbox;
}

test('an endpoint at which every attempt of 5 days failed is disabled, and what is queued for it fails', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await failingFor(receiver, '119h');
  const before = await endpointOf(sandbox);
  expect(before).toMatchObject({ status: 'ACTIVE', consecutive_failures: 8, disabled_at: null, disabled_reason: null });
  const last = await sandbox.send();
  await sandbox.advance('40m');
  expect(await endpointOf(sandbox)).toMatchObject({ status: 'ACTIVE', consecutive_failures: 12, failing_since: before.failing_since });
  await sandbox.advance('5h');
  const disabled = await endpointOf(sandbox);
  expect(disabled).toMatchObject({ status: 'DISABLED', disabled_reason: 'SUSTAINED_FAILURE', consecutive_failures: 13 });
  const delivery = await sandbox.delivery(last.id);
  expect(delivery).toMatchObject({ status: 'FAILED', error_code: 'endpoint_disabled', attempt_count: 5, next_attempt_at: null });
  expect(disabled.disabled_at).toBe(delivery.attempts.at(-1)!.attempted_at);
  expect(receiver.received).toHaveLength(13);
});

test('5 days are not enough without 10 failures', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await failingFor(receiver, '200h');
  await sandbox.send();
  await sandbox.advance('1s');
  expect(await endpointOf(sandbox)).toMatchObject({ status: 'ACTIVE', consecutive_failures: 9 });
  await sandbox.advance('5m');
  expect(await endpointOf(sandbox)).toMatchObject({ status: 'DISABLED', consecutive_failures: 10 });
});

test('one success begins the 5 days anew', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await failingFor(receiver, '119h');
  receiver.script(200, 503);
  await sandbox.send();
  await sandbox.advance('1s');
  expect(await endpointOf(sandbox)).toMatchObject({ status: 'ACTIVE', consecutive_failures: 0, failing_since: null });
  await sandbox.send();
  await sandbox.advance('24h');
  expect(await endpointOf(sandbox)).toMatchObject({ status: 'ACTIVE', consecutive_failures: 8 });
});

test('a 429 is no failure, and ends no run of failures', async () => {
  await using receiver = await startReceiver({ status: 429, headers: { 'retry-after': '3600' } });
  const sandbox = await failingFor(receiver, '26h');
  expect(await endpointOf(sandbox)).toMatchObject({
    consecutive_failures: 0,
    failing_since: null,
    health: { attempts: 0, success_rate: null },
  });
  receiver.script(404, 429);
  await sandbox.send();
  await sandbox.advance('1s');
  await sandbox.send();
  await sandbox.advance('1s');
  expect(await endpointOf(sandbox)).toMatchObject({ status: 'ACTIVE', consecutive_failures: 1 });
});

test('enabling gives a disabled endpoint a fresh start', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await failingFor(receiver, '120h');
  await sandbox.send();
  await sandbox.advance('1h');
  expect(await endpointOf(sandbox)).toMatchObject({ status: 'DISABLED', disabled_reason: 'SUSTAINED_FAILURE' });
  const enabled = await patch(sandbox, { status: 'ACTIVE' });
  expect(enabled.body).toMatchObject({
    status: 'ACTIVE',
    consecutive_failures: 0,
    failing_since: null,
    disabled_at: null,
    disabled_reason: null,
  });
  receiver.script(200);
  const { id } = await sandbox.send();
  await sandbox.advance('1s');
  expect(await sandbox.delivery(id)).toMatchObject({ status: 'DELIVERED' });
});

test('another address begins anew, another description does not', async () => {
  await using receiver = await startReceiver(404);
  const sandbox = await failingFor(receiver, '1s');
  expect((await patch(sandbox, { description: 'Orders' })).body).toMatchObject({ consecutive_failures: 1 });
  expect((await patch(sandbox, { url: `${receiver.url}/v2` })).body).toMatchObject({ consecutive_failures: 0, failing_since: null });
});

test('an endpoint that somebody disabled says so, and an archived one no longer does', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const disabled = await patch(sandbox, { status: 'DISABLED' });
  expect(disabled.body).toMatchObject({ disabled_reason: 'REQUESTED', disabled_at: disabled.body.updated_at });
  await sandbox.advance('1h');
  expect((await patch(sandbox, { description: 'Later' })).body).toMatchObject({ disabled_at: disabled.body.disabled_at });
  expect((await patch(sandbox, { status: 'ARCHIVED' })).body).toMatchObject({ disabled_at: null, disabled_reason: null });
});
