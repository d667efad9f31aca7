import { expect, test } from 'vitest';
import { pool } from '@/server/db/client';
import { recordDeliveries } from '@/server/db/repositories/webhooks/webhook-attempts';
import { claimDeliveries, type ClaimedDelivery } from '@/server/db/repositories/webhooks/webhook-queue';
import { statement, withTransaction } from '@/server/db/transaction';
import { deliverWebhooks } from '@/server/services/webhooks/deliver-webhooks';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith, type Hooked } from '@tests/support/webhooks';

await useOwnDatabase();

const NOBODY = { underWay: new Map<string, number>(), ahead: new Map<string, number>() };
const EIGHT = { PROMPT: 8, SLOW: 8, SILENT: 1 };
/** Shares that do not limit a claim. */
const ALL = { PROMPT: 1000, SLOW: 1000, SILENT: 1000 };
const inAMinute = () => new Date(Date.now() + 60_000);
/** Claims as a background worker does, from every organization; what other tests left is filtered out. */
const claim = async ({ id }: Hooked, room: number) =>
  (await claimDeliveries(new Date(), inAMinute(), { room, roomForSlow: room, shares: ALL, ...NOBODY })).filter(
    (row) => row.organization_id === id,
  );
const deliverAt = (now: () => Date) => deliverWebhooks({ clock: { now }, limit: 100, signal: new AbortController().signal });
const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(({ id }) => id).sort();

async function queue(sandbox: Hooked, count: number): Promise<string[]> {
  const queued = await Promise.all(Array.from({ length: count }, () => sandbox.send()));
  return queued.map(({ id }) => id).sort();
}

test('workers that claim at the same time never get the same delivery, and together get all', async () => {
  const sandbox = await sandboxWith({ url: 'http://127.0.0.1:9/' });
  const ids = await queue(sandbox, 40);
  const claims = await Promise.all([1, 2, 3, 4, 5].map(() => claim(sandbox, 20)));
  expect(idsOf([...claims.flat(), ...(await claim(sandbox, 1000))])).toEqual(ids);
});

test('an endpoint gets no more than its share of a claim, and who has least under way comes first', async () => {
  const sandbox = await sandboxWith({ url: 'http://127.0.0.1:9/' });
  await queue(sandbox, 30);
  const other = await createEndpoint(sandbox.api, 'http://127.0.0.1:9/');
  for (const _ of [1, 2]) await sandbox.api.post(`/webhook-endpoints/${other.id}/test`, { event_type: 'event.completed' });
  const scope = { id: sandbox.id, now: new Date() };
  const claimWith = async (room: number, busy: number) => {
    const limits = { room, roomForSlow: 0, shares: EIGHT, ...NOBODY, underWay: new Map([[sandbox.endpoint.id, busy]]) };
    const claimed = await claimDeliveries(new Date(), inAMinute(), limits, scope);
    return [sandbox.endpoint.id, other.id].map((id) => claimed.filter((row) => row.endpoint_id === id).length);
  };
  expect(await claimWith(1, 1)).toEqual([0, 1]);
  expect(await claimWith(4, 0)).toEqual([3, 1]);
  expect(await claimWith(50, 6)).toEqual([2, 0]);
});

test('endpoints that are slow or silent are claimed in a room of their own, a silent one for one delivery at a time', async () => {
  const sandbox = await sandboxWith({ url: 'http://127.0.0.1:9/' });
  const endpoints = [
    sandbox.endpoint.id,
    ...(await Promise.all([1, 2].map(() => createEndpoint(sandbox.api, 'http://127.0.0.1:9/')))).map(({ id }) => id),
  ];
  for (const id of endpoints)
    await Promise.all(
      Array.from({ length: 10 }, () => sandbox.api.post(`/webhook-endpoints/${id}/test`, { event_type: 'event.completed' })),
    );
  const [, slow, silent] = endpoints;
  await statement(
    `UPDATE webhook_endpoints SET pace = CASE id WHEN $2 THEN 'SLOW' ELSE 'SILENT' END WHERE organization_id = $1 AND id IN ($2, $3)`,
    [sandbox.id, slow, silent],
  );
  const claimWith = async (room: number, roomForSlow: number) => {
    const claimed = await claimDeliveries(
      new Date(),
      inAMinute(),
      { room, roomForSlow, shares: EIGHT, ...NOBODY },
      { id: sandbox.id, now: new Date() },
    );
    return endpoints.map((id) => claimed.filter((row) => row.endpoint_id === id).length);
  };
  expect(await claimWith(3, 0)).toEqual([3, 0, 0]);
  expect(await claimWith(0, 2)).toEqual([0, 1, 1]);
  expect(await claimWith(5, 100)).toEqual([5, 8, 1]);
});

/** How many rows of the table were read one after another so far, by any connection of the pool. */
async function rowsScanned(table: string): Promise<number> {
  let missing = pool().options.max;
  const everyone = Promise.withResolvers<void>();
  const reporting = Array.from({ length: missing }, () =>
    withTransaction(async (tx) => {
      await tx.query('SELECT pg_stat_force_next_flush()');
      if (--missing === 0) everyone.resolve();
      await everyone.promise;
    }),
  );
  await Promise.all(reporting);
  const [row] = await statement<{ n: number }>('SELECT seq_tup_read AS n FROM pg_stat_user_tables WHERE relname = $1', [table]);
  return row!.n;
}

test('a claim reads the deliveries that it picks, and not the very many that wait', async () => {
  const sandbox = await sandboxWith({ url: 'http://127.0.0.1:9/' });
  const ids = await queue(sandbox, 3);
  const later = await createEndpoint(sandbox.api, 'http://127.0.0.1:9/');
  await statement(
    `INSERT INTO webhook_queue (organization_id, endpoint_id, due_at, id, webhook_event_id, updated_at, recorded)
     SELECT organization_id, $2, now() + interval '1 hour', overlay(webhook_event_id::text placing right(gen_random_uuid()::text, 10) from 27)::uuid, webhook_event_id, now(), 1
     FROM webhook_queue, generate_series(1, 20000) WHERE id = $1`,
    [ids[0], later.id],
  );
  await statement('ANALYZE webhook_queue');
  const before = await rowsScanned('webhook_queue');
  expect(idsOf(await claim(sandbox, 100))).toEqual(ids);
  expect((await rowsScanned('webhook_queue')) - before).toBe(0);
});

test('what a worker that died had claimed is sent when its lease ends, and not before', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const [id] = await queue(sandbox, 1);
  expect(idsOf(await claim(sandbox, 1000))).toEqual([id]);
  await deliverAt(() => new Date(Date.now() + 50_000));
  expect(receiver.received).toHaveLength(0);
  expect(await sandbox.delivery(id!)).toMatchObject({ status: 'SENDING', attempt_count: 0 });
  await deliverAt(() => new Date(Date.now() + 61_000));
  expect(receiver.received).toHaveLength(1);
  expect(await sandbox.delivery(id!)).toMatchObject({ status: 'DELIVERED', attempt_count: 1 });
});

test('a delivery whose sender died does not hold up a clock that is moved while its endpoint is paused', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const [id] = await queue(sandbox, 1);
  const past = new Date(Date.now() - 60_000);
  const limits = { room: 1, roomForSlow: 1, shares: ALL, ...NOBODY };
  expect(idsOf(await claimDeliveries(new Date(), past, limits, { id: sandbox.id, now: new Date() }))).toEqual([id]);
  await statement(`UPDATE webhook_endpoints SET rate_limited_until = now() + interval '1 hour' WHERE organization_id = $1`, [sandbox.id]);
  await sandbox.advance('30m');
  expect(receiver.received).toHaveLength(0);
  expect(await sandbox.delivery(id!)).toMatchObject({ status: 'PENDING', attempt_count: 0 });
  await sandbox.advance('31m');
  expect(await sandbox.delivery(id!)).toMatchObject({ status: 'DELIVERED', attempt_count: 1 });
});

test('what is given a lease stays where it is in the queue and in its index', async () => {
  const sandbox = await sandboxWith({ url: 'http://127.0.0.1:9/' });
  const ids = await queue(sandbox, 20);
  const places = (rows: { place: string }[]) => rows.map(({ place }) => place.split(',')[0]);
  const where = () =>
    statement<{ place: string }>('SELECT ctid::text AS place FROM webhook_queue WHERE organization_id = $1 ORDER BY id', [sandbox.id]);
  const before = places(await where());
  expect(idsOf(await claim(sandbox, 1000))).toEqual(ids);
  expect(places(await where())).toEqual(before);
});

test('a worker that lost its lease records nothing', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const [id] = await queue(sandbox, 1);
  const [stale] = await claim(sandbox, 1000);
  await deliverAt(() => new Date(Date.now() + 61_000));
  await recordDeliveries([
    {
      claimed: stale!,
      update: {
        status: 'FAILED',
        attempts: 1,
        firstLimitedAt: null,
        nextAttemptAt: null,
        pausedUntil: null,
        failure: { code: 'connection_error', message: 'late' },
        healthEffect: 'FAILURE',
        pace: 'PROMPT',
        attempt: { url: null, durationMs: 1, requestHeaders: {}, response: null },
      },
    },
  ]);
  expect(await sandbox.delivery(id!)).toMatchObject({
    status: 'DELIVERED',
    error_code: null,
    attempts: [{ number: 1, response: { status: 200 } }],
  });
});

test('a delivery queued in the moment its endpoint is disabled fails without being sent', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const [id] = await queue(sandbox, 1);
  const [claimed] = await claim(sandbox, 1000);
  await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { status: 'DISABLED' });
  await recordDeliveries([
    {
      claimed: claimed!,
      update: {
        status: 'PENDING',
        attempts: 0,
        firstLimitedAt: null,
        nextAttemptAt: new Date(),
        pausedUntil: null,
        failure: null,
        healthEffect: 'NONE',
        pace: null,
        attempt: null,
      },
    },
  ]);
  await deliverAt(() => new Date());
  expect(receiver.received).toHaveLength(0);
  expect(await sandbox.delivery(id!)).toMatchObject({ status: 'FAILED', error_code: 'endpoint_disabled', attempt_count: 0 });
});

test('a clock that was moved makes its own organization due and no other', async () => {
  await using receiver = await startReceiver(500);
  const [moved, still] = [await sandboxWith(receiver), await sandboxWith(receiver)];
  const [a] = await queue(moved, 1);
  const [b] = await queue(still, 1);
  await deliverAt(() => new Date());
  await moved.advance('4m59s');
  await deliverAt(() => new Date(Date.now() + 2_000));
  expect((await moved.delivery(a!)).attempt_count).toBe(2);
  expect((await still.delivery(b!)).attempt_count).toBe(1);
});
