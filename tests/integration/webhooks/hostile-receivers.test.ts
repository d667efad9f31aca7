/** Every kind of malicious receiver at once, beside a good one: the cost of each is bounded, and it hurts only itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookDelivery } from '@/contract/webhook';
import { publishSettings } from '@/env';
import { deliverWebhooks } from '@/server/services/webhooks/deliver-webhooks';
import { note } from '@tests/support/chance';
import { HARMS, startHostileReceiver, type HostileReceiver } from '@tests/support/hostile-receivers';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver, type Receiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith, type Hooked } from '@tests/support/webhooks';

await useOwnDatabase();

const TIMEOUT_MS = 800;
/** Deliveries to each hostile receiver, and to the good one. */
const EACH = 4;
const GOOD = 200;
/** The part of an answer that is read, plus what both socket buffers accept before they notice that nobody reads. */
const MOST_TAKEN_BYTES = 16 * 1024 * 1024;
const MOST_MEMORY_BYTES = 96 * 1024 * 1024;

const deliver = () => deliverWebhooks({ clock: { now: () => new Date() }, limit: 200, signal: new AbortController().signal });

let receiver: Receiver;
let hostile: readonly HostileReceiver[];
let sandbox: Hooked;
let deliveries: ReadonlyMap<string, readonly WebhookDelivery[]>;
let grownBy: number;
const goodMs = { alone: 0, besides: 0 };

const since = (begun: number): number => Math.round(performance.now() - begun);

beforeAll(async () => {
  publishSettings({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
  receiver = await startReceiver();
  sandbox = await sandboxWith(receiver);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.completed'] });
  await sandbox.happen('event.completed', GOOD);
  let begun = performance.now();
  await deliver();
  goodMs.alone = since(begun);

  hostile = await Promise.all(HARMS.map(startHostileReceiver));
  const ids: string[] = [];
  for (const { url } of hostile) ids.push((await createEndpoint(sandbox.api, url, ['event.failed'])).id);
  await sandbox.happen('event.failed', EACH);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  await sandbox.happen('event.completed', GOOD);
  begun = performance.now();
  const run = deliver();
  await receiver.waitFor(2 * GOOD);
  goodMs.besides = since(begun);
  await run;
  clearInterval(watch);
  grownBy = most - before;
  const lists = await Promise.all(ids.map((id) => sandbox.deliveries(`?endpoint_id=${id}`)));
  deliveries = new Map(HARMS.map(({ name }, index) => [name, lists[index]!]));
});

afterAll(async () => {
  for (const one of hostile) await one[Symbol.asyncDispose]();
  await receiver.stop();
});

test('whoever does its work gets all of its webhooks while the others do harm', () => {
  const ratio = (goodMs.besides / goodMs.alone).toFixed(1);
  note(
    `${GOOD} deliveries take ${goodMs.alone} ms alone and ${goodMs.besides} ms besides ${HARMS.length} hostile receivers: ${ratio} times as long`,
  );
  expect(receiver.received).toHaveLength(2 * GOOD);
  expect(goodMs.besides).toBeLessThan(10 * goodMs.alone + 2 * TIMEOUT_MS);
});

test('all of them together make the process grow by little', () => {
  note(`the process grew by ${Math.round(grownBy / 1024 / 1024)} MiB at most`);
  expect(grownBy).toBeLessThan(MOST_MEMORY_BYTES);
});

describe.each(HARMS.map((harm, index) => ({ ...harm, index })))('a receiver that $name', ({ name, errorCode, words, index }) => {
  test('costs each attempt no more than its time and a bound of bytes, and is told in plain words', async () => {
    const theirs = deliveries.get(name)!;
    expect(theirs).toHaveLength(EACH);
    expect(hostile[index]!.asked).toBeGreaterThanOrEqual(EACH);
    expect(hostile[index]!.mostTaken).toBeLessThan(MOST_TAKEN_BYTES);
    for (const { id, status } of theirs) {
      const { attempts } = await sandbox.delivery(id);
      expect(attempts).toHaveLength(1);
      const [attempt] = attempts;
      expect(attempt!.duration_ms).toBeLessThan(TIMEOUT_MS + 400);
      expect({ code: attempt!.error_code, error: attempt!.error }).toEqual({
        code: errorCode,
        error: words === undefined ? null : (expect.stringContaining(words) as string),
      });
      expect(status).toBe(errorCode === null ? 'DELIVERED' : errorCode === 'consumer_3xx' ? 'FAILED' : 'PENDING');
    }
  });
});
