import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { publishSettings } from '@/env';
import { organizationClock } from '@/server/platform/context';
import { statement } from '@/server/db/transaction';
import { readOverview } from '@/server/services/overview/read-overview';
import { pruneWebhooks } from '@/server/services/webhooks/prune-webhooks';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;
const LONGEST_MONTH = 31;
const pruneAt = (time: number) => pruneWebhooks({ clock: { now: () => new Date(time) } });
const pruneIn = (days: number) => pruneAt(Date.now() + days * DAY_MS);

/** What waits would keep the month of every other test. */
beforeEach(() => statement('DELETE FROM webhook_queue'));

async function countRows(organizationId: string): Promise<Record<string, number>> {
  const [row] = await statement<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM webhook_events WHERE organization_id = $1) AS envelopes,
            (SELECT count(*)::int FROM webhook_queue WHERE organization_id = $1) AS waiting,
            (SELECT count(*)::int FROM webhook_attempts WHERE organization_id = $1) AS attempts`,
    [organizationId],
  );
  return row!;
}

/** With the months that hold them made, as they are in a service that runs. */
async function ended(...answers: number[]) {
  await pruneIn(0);
  const receiver = await startReceiver(...answers);
  const sandbox = await sandboxWith(receiver);
  const queued = [];
  for (const _ of answers) queued.push((await sandbox.send()).id);
  await sandbox.advance('1s');
  return { sandbox, queued, receiver };
}

test('what ended goes with the month it was created in, 90 days after that, and what waits keeps its month until it has ended', async () => {
  const { sandbox, receiver } = await ended(200, 404, 503);
  const pending = (await sandbox.deliveries('?status=PENDING'))[0]!;
  await pruneIn(KEPT_DAYS - 1);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 3, waiting: 1, attempts: 3 });
  await pruneIn(KEPT_DAYS + LONGEST_MONTH + 1);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 3, waiting: 1, attempts: 3 });
  expect(await sandbox.delivery(pending.id)).toMatchObject({ status: 'PENDING', attempts: [{ number: 1, response: { status: 503 } }] });
  receiver.script(200);
  await sandbox.advance('5m');
  await receiver.stop();
  expect(await sandbox.delivery(pending.id)).toMatchObject({ status: 'DELIVERED' });
  expect((await pruneIn(KEPT_DAYS + LONGEST_MONTH + 1)).performed).toBeGreaterThanOrEqual(2);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 0, waiting: 0, attempts: 0 });
  expect(await sandbox.deliveries()).toEqual([]);
});

test('without a month of its own, what ended goes and what waits stays', async () => {
  await statement(`DO $$ DECLARE one text; BEGIN
    FOR one IN SELECT inhrelid::regclass::text FROM pg_inherits
      WHERE inhparent IN ('webhook_events'::regclass, 'webhook_attempts'::regclass) AND inhrelid::regclass::text NOT LIKE '%_default'
    LOOP EXECUTE 'DROP TABLE ' || one; END LOOP; END $$`);
  await using receiver = await startReceiver(200, 503);
  const sandbox = await sandboxWith(receiver);
  for (const _ of [1, 2]) await sandbox.send();
  await sandbox.advance('1s');
  await pruneIn(KEPT_DAYS + LONGEST_MONTH + 1);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 1, waiting: 1, attempts: 1 });
  expect(await sandbox.deliveries()).toMatchObject([{ status: 'PENDING', attempt_count: 1 }]);
});

test('a delivery that is sent again while its month is dropped is either gone or kept with its month', async () => {
  const { sandbox, queued, receiver } = await ended(404);
  const [resent] = await Promise.all([
    sandbox.api.post(`/webhook-deliveries/${queued[0]}/resend`),
    pruneIn(KEPT_DAYS + LONGEST_MONTH + 1),
    pruneIn(KEPT_DAYS + LONGEST_MONTH + 1),
  ]);
  const { waiting, envelopes, attempts } = await countRows(sandbox.id);
  expect([envelopes, attempts], String(resent.status)).toEqual(waiting === 1 ? [1, 1] : [0, 0]);
  await receiver.stop();
});

test('a recovery is removed after the attempts that it caused', async () => {
  const { sandbox, receiver } = await ended(404);
  receiver.script(200);
  const { body } = await sandbox.api.post<{ id: string }>(`/webhook-endpoints/${sandbox.endpoint.id}/recover`, {
    from: sandbox.endpoint.created_at,
  });
  await sandbox.advance('1s');
  const recoveries = () => statement('SELECT status FROM webhook_recoveries WHERE id = $1', [body.id]);
  await pruneIn(KEPT_DAYS - 1);
  expect(await recoveries()).toEqual([{ status: 'COMPLETED' }]);
  await pruneIn(KEPT_DAYS + LONGEST_MONTH + 1);
  expect(await recoveries()).toEqual([]);
  await receiver.stop();
});

test('the operator decides how many days webhooks are kept', async () => {
  const { sandbox, receiver } = await ended(200);
  await receiver.stop();
  publishSettings({ WEBHOOK_DAYS: '10' });
  onTestFinished(() => publishSettings({ WEBHOOK_DAYS: String(KEPT_DAYS) }));
  await pruneIn(9);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 1, waiting: 0, attempts: 1 });
  await pruneIn(10 + LONGEST_MONTH + 1);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 0, waiting: 0, attempts: 0 });
});

test('the overview names endpoints that keep failing, and no others', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await sandboxWith(receiver);
  await createEndpoint(sandbox.api, 'http://127.0.0.1:9/');
  await sandbox.send();
  const troubled = async () =>
    (
      await readOverview(
        {
          requestId: 'test',
          actor: { kind: 'SYSTEM' },
          idempotencyKey: null,
          organization: { id: sandbox.id, mode: 'SANDBOX', clockOffsetMs: 0 },
          clock: organizationClock(0),
        },
        { period: '24h' },
      )
    ).troubled;
  await sandbox.advance('30m');
  expect(await troubled()).toEqual([]);
  await sandbox.advance('2h');
  expect(await troubled()).toMatchObject([{ id: sandbox.endpoint.id, status: 'ACTIVE', consecutive_failures: 5 }]);
});
