import { expect, test } from 'vitest';
import type { WebhookEndpoint } from '@/contract/webhook';
import type { WebhookRecovery } from '@/contract/webhook-recovery';
import { recoverWebhooks, RECOVERY_WINDOW } from '@/server/services/webhooks/recoveries';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith, type Hooked } from '@tests/support/webhooks';

const path = ({ endpoint }: Hooked, rest: string) => `/webhook-endpoints/${endpoint.id}/${rest}`;
const recover = (sandbox: Hooked, window: { from: string; to?: string }) =>
  sandbox.api.post<WebhookRecovery>(path(sandbox, 'recover'), window);
const read = async (sandbox: Hooked, id: string) => (await sandbox.api.get<WebhookRecovery>(path(sandbox, `recoveries/${id}`))).body;
const receivedIds = (received: readonly { body: string }[]) => received.map(({ body }) => (JSON.parse(body) as { id: string }).id);

async function failing(sandbox: Hooked, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = await Promise.all(Array.from({ length: Math.min(10, count - ids.length) }, () => sandbox.send()));
    ids.push(...batch.map(({ webhook_id }) => webhook_id));
  }
  await sandbox.advance('1s');
  return ids;
}

test('a recovery sends again what failed in its window and nothing else, and says how far it is', async () => {
  await using receiver = await startReceiver(404);
  const sandbox = await sandboxWith(receiver);
  const before = await sandbox.send();
  const { now: from } = await sandbox.advance('1h');
  const within = [await sandbox.send(), await sandbox.send()];
  const { now: to } = await sandbox.advance('1h');
  const after = await sandbox.send();
  await sandbox.advance('1s');
  receiver.script(200, 404);
  expect((await sandbox.api.get(path(sandbox, `recover?from=${from}&to=${to}`))).body).toEqual({ total: 2 });
  const begun = await recover(sandbox, { from, to });
  expect(begun).toMatchObject({
    status: 202,
    body: { status: 'RUNNING', from, to, total: 2, queued: 0, delivered: 0, completed_at: null },
  });
  await sandbox.advance('1s');
  expect(await read(sandbox, begun.body.id)).toMatchObject({ status: 'COMPLETED', total: 2, queued: 2, delivered: 1, failed: 1 });
  expect((await sandbox.delivery(within[0]!.id)).attempts).toHaveLength(2);
  for (const { id } of [before, after]) expect((await sandbox.delivery(id)).attempts).toHaveLength(1);
  expect((await sandbox.api.get(path(sandbox, 'recoveries'))).body).toMatchObject({ data: [{ id: begun.body.id }] });
  expect(await recover(sandbox, { from: to, to: from })).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'from' } });
});

test('a recovery since the endpoint began to fail finds the delivery with which it began, however much earlier that was created', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await sandboxWith(receiver);
  const first = await sandbox.send();
  await sandbox.advance('11h');
  const { body: endpoint } = await sandbox.api.get<WebhookEndpoint>(`/webhook-endpoints/${sandbox.endpoint.id}`);
  expect(endpoint.failing_since! > first.created_at).toBe(true);
  const failed = await sandbox.delivery(first.id);
  expect(failed).toMatchObject({ status: 'FAILED', attempt_count: 8 });
  receiver.script(200);
  for (const from of [endpoint.failing_since!, failed.updated_at])
    expect((await sandbox.api.get(path(sandbox, `recover?from=${from}`))).body).toEqual({ total: 1 });
  const later = new Date(Date.parse(failed.updated_at) + 1).toISOString();
  expect((await sandbox.api.get(path(sandbox, `recover?from=${later}`))).body).toEqual({ total: 0 });
  const { body } = await recover(sandbox, { from: endpoint.failing_since! });
  await sandbox.advance('1s');
  expect(await read(sandbox, body.id)).toMatchObject({ status: 'COMPLETED', total: 1, queued: 1, delivered: 1 });
});

test('a large recovery is begun oldest first, no more than its window ahead, and sends each once', async () => {
  await using receiver = await startReceiver(404);
  const sandbox = await sandboxWith(receiver);
  const from = sandbox.endpoint.created_at;
  const count = RECOVERY_WINDOW + 30;
  await failing(sandbox, count);
  const oldestFirst = (await sandbox.deliveries(`?status=FAILED&sort_dir=asc&limit=200`)).map(({ webhook_id }) => webhook_id);
  expect(oldestFirst).toHaveLength(count);
  receiver.script(200);
  const { body } = await recover(sandbox, { from });
  expect(body.total).toBe(count);
  // Several workers at once, while nothing is sent: the window is filled once.
  const { now } = (await sandbox.api.get<{ now: string }>('/sandbox/clock')).body;
  const step = () =>
    recoverWebhooks({
      clock: { now: () => new Date() },
      organization: { id: sandbox.id, now: new Date(now) },
      limit: 10,
      signal: new AbortController().signal,
    });
  await Promise.all([step(), step(), step()]);
  await step();
  expect(await read(sandbox, body.id)).toMatchObject({ status: 'RUNNING', queued: RECOVERY_WINDOW, delivered: 0 });
  expect((await sandbox.deliveries('?status=PENDING&sort_dir=asc&limit=200')).map(({ webhook_id }) => webhook_id)).toEqual(
    oldestFirst.slice(0, RECOVERY_WINDOW),
  );
  await sandbox.advance('1s');
  expect(await read(sandbox, body.id)).toMatchObject({ status: 'COMPLETED', total: count, queued: count, delivered: count, failed: 0 });
  expect(receivedIds(receiver.received).slice(count).sort()).toEqual([...oldestFirst].sort());
});

test('an endpoint has one recovery at a time', async () => {
  await using receiver = await startReceiver(404);
  const sandbox = await sandboxWith(receiver);
  const from = sandbox.endpoint.created_at;
  await failing(sandbox, 1);
  receiver.script({ status: 429, headers: { 'retry-after': '600' } }, 200);
  const first = await recover(sandbox, { from });
  await sandbox.advance('1s');
  expect(await read(sandbox, first.body.id)).toMatchObject({ status: 'RUNNING', queued: 1 });
  expect(await recover(sandbox, { from })).toMatchObject({ status: 409, body: { code: 'recovery_running' } });
  await sandbox.advance('1h');
  expect(await read(sandbox, first.body.id)).toMatchObject({ status: 'COMPLETED', delivered: 1 });
  const second = await recover(sandbox, { from });
  expect(second).toMatchObject({ status: 202, body: { total: 0 } });
  await sandbox.advance('1s');
  expect(await read(sandbox, second.body.id)).toMatchObject({ status: 'COMPLETED', queued: 0 });
});

test('what fails again in a recovery follows the schedule and does not hold up its end', async () => {
  await using receiver = await startReceiver(404);
  const sandbox = await sandboxWith(receiver);
  await failing(sandbox, 2);
  receiver.script(503);
  const { body } = await recover(sandbox, { from: sandbox.endpoint.created_at });
  await sandbox.advance('1s');
  expect(await read(sandbox, body.id)).toMatchObject({ status: 'COMPLETED', queued: 2, delivered: 0, failed: 0 });
  receiver.script(200);
  await sandbox.advance('5m');
  expect(await read(sandbox, body.id)).toMatchObject({ delivered: 2, failed: 0 });
});

test('a recovery is canceled when its endpoint stops being active, and a disabled endpoint gets none', async () => {
  await using receiver = await startReceiver(404);
  const sandbox = await sandboxWith(receiver);
  const from = sandbox.endpoint.created_at;
  await failing(sandbox, 1);
  const { body } = await recover(sandbox, { from });
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { status: 'DISABLED' });
  await sandbox.advance('1s');
  expect(await read(sandbox, body.id)).toMatchObject({ status: 'CANCELLED', queued: 0 });
  expect(receiver.received).toHaveLength(1);
  expect(await recover(sandbox, { from })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});
