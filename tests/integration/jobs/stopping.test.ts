/** Work waiting for an outside party when an engine stops is aborted and released, and does not count as an attempt. */
import { expect, test, vi } from 'vitest';
import { publishSettings } from '@/env';
import { startEmbedded } from '@/jobs/embedded';
import { startInngest } from '@/jobs/inngest';
import { statement } from '@/server/db/transaction';
import { JOBS } from '@/server/services/jobs';
import { clockJob } from '@tests/support/clock-jobs';
import { giftCards } from '@tests/support/fulfillment';
import { startInngestServer } from '@tests/support/inngest';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';
import { startReceiver } from '@tests/support/receiver';
import { startTremendous, TREMENDOUS_CONFIG } from '@tests/support/tremendous';
import { sandboxWith } from '@tests/support/webhooks';
import { EVENT_RECORDS } from '@tests/support/event-records';

await useOwnDatabase();

const PATIENCE = { timeout: 60_000, interval: 10 };
const embedded = (graceMs: number) => startEmbedded(JOBS, { clock: { now: () => new Date() }, graceMs, onFailure: () => undefined });

test('a webhook on its way is due again at once, and one that is answered in time is recorded', async () => {
  await using hanging = await startReceiver(() => undefined);
  let answer = (): void => undefined;
  await using slow = await startReceiver((response) => void (answer = () => void response.writeHead(200).end()));
  const [given, done] = [await sandboxWith(hanging), await sandboxWith(slow)];
  const engine = embedded(800);
  const [{ id }, { id: answered }] = [await given.send(), await done.send()];
  await Promise.all([hanging.waitFor(1), slow.waitFor(1)]);
  const begun = performance.now();
  const stopped = engine.stop();
  answer();
  await stopped;
  expect(performance.now() - begun).toBeLessThan(3_000);
  expect(await given.delivery(id)).toMatchObject({ status: 'PENDING', attempt_count: 0, attempts: [] });
  expect(await done.delivery(answered)).toMatchObject({ status: 'DELIVERED', attempt_count: 1 });

  hanging.script(200);
  const another = embedded(0);
  await vi.waitUntil(async () => (await given.delivery(id)).status === 'DELIVERED', PATIENCE);
  await another.stop();
  expect(await given.delivery(id)).toMatchObject({ attempt_count: 1 });
  expect(hanging.received).toHaveLength(2);
});

test('a batch of events that is still being decided is rolled back, and costs its events no retry', async () => {
  const made = await programWithAsset();
  // Enough work for one batch to outlast its time slice.
  await made.addRule({ condition: 'event.list.all(x, event.list.all(y, x + y >= 0))', amount: '1' });
  const list = Array.from({ length: 70 }, (_, n) => n);
  const event = (n: number) => ({ program_id: made.program.id, external_id: 'ada', idempotency_key: `event-${n}`, event_data: { list } });
  await made.api.post('/events/batch', { events: Array.from({ length: 50 }, (_, n) => event(n)) });
  const work = (ending?: AbortSignal) =>
    clockJob('process-events').run({ clock: { now: () => new Date() }, limit: 200, signal: new AbortController().signal, ending });
  const tally = () =>
    statement(`SELECT status, retry_count, count(*)::int AS events FROM ${EVENT_RECORDS} e WHERE organization_id = $1 GROUP BY 1, 2`, [
      made.id,
    ]);
  expect(await work(AbortSignal.abort())).toEqual({ performed: 0, more: false });
  expect(await tally()).toEqual([{ status: 'PENDING', retry_count: 0, events: 50 }]);
  expect(await made.available('ada')).toBeNull();
  expect(await work()).toMatchObject({ performed: 50 });
  expect(await tally()).toEqual([{ status: 'COMPLETED', retry_count: 0, events: 50 }]);
});

test('under Inngest too, in the request that runs the step', async () => {
  await using server = await startInngestServer();
  await using receiver = await startReceiver(() => undefined);
  const sandbox = await sandboxWith(receiver);
  const engine = startInngest();
  const { id } = await sandbox.send();
  await receiver.waitFor(1);
  await engine.stop();
  await vi.waitUntil(async () => (await sandbox.delivery(id)).status === 'PENDING', PATIENCE);
  expect(await sandbox.delivery(id)).toMatchObject({ attempt_count: 0 });
  expect(server.steps).toContain('Find what is due');
});

test('an order that a provider has not answered is looked for by whoever comes next, and placed once', async () => {
  await using provider = await startTremendous();
  publishSettings({ TREMENDOUS_BASE_URL: provider.url });
  const program = await giftCards({
    account: { provider: 'TREMENDOUS', name: 'Gift cards', config: TREMENDOUS_CONFIG },
    productId: 'BOOKS',
  });
  provider.interrupt({ method: 'POST', path: /orders/, times: 1, answer: 'silence after placing' });
  const engine = embedded(100);
  const { body: redemption } = await program.redeem();
  await vi.waitUntil(() => provider.orders.length === 1, PATIENCE);
  const begun = performance.now();
  await engine.stop();
  expect(performance.now() - begun).toBeLessThan(3_000);
  const orders = (columns: string) => statement(`SELECT ${columns} FROM fulfillment_orders WHERE redemption_id = $1`, [redemption.id]);
  expect(await orders('status, lease_until')).toEqual([{ status: 'PENDING', lease_until: null }]);

  await statement('UPDATE fulfillment_orders SET next_attempt_at = begun_at WHERE redemption_id = $1', [redemption.id]);
  const another = embedded(0);
  await vi.waitUntil(async () => (await program.read(redemption.id)).status === 'COMPLETED', PATIENCE);
  await another.stop();
  expect(provider.orders.map(({ external_id }) => external_id)).toEqual([redemption.id]);
});
