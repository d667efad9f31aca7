import { expect, test } from 'vitest';
import type { WebhookEndpointDetail } from '@/contract/webhook';
import type { WebhookHealthReport } from '@/contract/webhook-health';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith, type Hooked } from '@tests/support/webhooks';

const endpointOf = async (sandbox: Hooked) =>
  (await sandbox.api.get<WebhookEndpointDetail>(`/webhook-endpoints/${sandbox.endpoint.id}`)).body;
const reportOf = async (sandbox: Hooked, period: string) =>
  (await sandbox.api.get<WebhookHealthReport>(`/webhook-endpoints/${sandbox.endpoint.id}/health?period=${period}`)).body;

test('the health of an endpoint is about its own attempts of the last 24 hours', async () => {
  await using receiver = await startReceiver(200, 200, 200, 404);
  const sandbox = await sandboxWith(receiver);
  expect((await endpointOf(sandbox)).health).toMatchObject({ attempts: 0, succeeded: 0, success_rate: null, p95_ms: null });
  for (const _ of [1, 2, 3, 4]) await sandbox.send();
  await sandbox.advance('1s');
  const { health } = await endpointOf(sandbox);
  expect(health).toMatchObject({ attempts: 4, succeeded: 3, success_rate: 0.75, p95_ms: expect.any(Number) as number });
  const answered = await Promise.all(
    (await sandbox.deliveries()).map(async ({ id }) => (await sandbox.delivery(id)).attempts[0]!.duration_ms),
  );
  expect(health.p95_ms).toBe(Math.max(...answered));
  expect(Date.parse(health.to) - Date.parse(health.from)).toBe(86_400_000);
  await sandbox.advance('25h');
  expect((await endpointOf(sandbox)).health).toMatchObject({ attempts: 0, success_rate: null });
});

test.each([
  ['24h', 24, '1h'],
  ['7d', 28, '6h'],
])('the health of %s has %d equal parts, and each attempt counts in its own', async (period, parts, part) => {
  await using receiver = await startReceiver(200, 404, { status: 429, headers: { 'retry-after': '1' } }, 200);
  const sandbox = await sandboxWith(receiver);
  await sandbox.send();
  await sandbox.advance('1s');
  await sandbox.advance(part);
  const failed = await sandbox.send();
  await sandbox.advance('1s');
  await sandbox.send();
  await sandbox.advance('10s');
  const { spans, ...whole } = await reportOf(sandbox, period);
  expect(whole).toMatchObject({ attempts: 3, succeeded: 2, success_rate: 0.6667 });
  expect(whole.last_failure).toMatchObject({ delivery_id: failed.id, error_code: 'consumer_4xx' });
  expect(spans).toHaveLength(parts);
  expect([spans[0]!.from, spans.at(-1)!.to]).toEqual([whole.from, whole.to]);
  expect(spans.slice(1).every(({ from }, i) => from === spans[i]!.to)).toBe(true);
  expect(spans.filter(({ attempts }) => attempts > 0).map(({ attempts, succeeded }) => [attempts, succeeded])).toEqual([
    [1, 1],
    [2, 1],
  ]);
});
