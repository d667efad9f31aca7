import { expect, test } from 'vitest';
import { organizationClock } from '@/server/context';
import { statement } from '@/server/db/transaction';
import { readOverview } from '@/server/services/overview/read-overview';
import { pruneWebhooks } from '@/server/services/webhooks/prune-webhooks';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();

const DAY_MS = 86_400_000;
const pruneIn = (days: number) =>
  pruneWebhooks({ clock: { now: () => new Date(Date.now() + days * DAY_MS) }, limit: 100, signal: new AbortController().signal });

async function countRows(organizationId: string): Promise<Record<string, number>> {
  const [row] = await statement<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM webhook_events WHERE organization_id = $1) AS envelopes,
            (SELECT count(*)::int FROM webhook_deliveries WHERE organization_id = $1) AS deliveries,
            (SELECT count(*)::int FROM webhook_attempts WHERE organization_id = $1) AS attempts`,
    [organizationId],
  );
  return row!;
}

test('30 days after they ended deliveries are removed with their attempts and envelopes, and what is pending stays', async () => {
  await using receiver = await startReceiver(200, 404, 503);
  const sandbox = await sandboxWith(receiver);
  const queued = [await sandbox.send(), await sandbox.send(), await sandbox.send()];
  await sandbox.advance('1s');
  const pending = (await sandbox.deliveries('?status=PENDING'))[0]!;
  expect(queued.map(({ id }) => id)).toContain(pending.id);
  await pruneIn(29);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 3, deliveries: 3, attempts: 3 });
  expect(await pruneIn(31)).toEqual({ performed: 4, more: false });
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 1, deliveries: 1, attempts: 1 });
  expect((await sandbox.deliveries()).map(({ id }) => id)).toEqual([pending.id]);
});

test('a delivery that is sent again counts from its new end', async () => {
  await using receiver = await startReceiver(404, 200);
  const sandbox = await sandboxWith(receiver);
  const { id } = await sandbox.send();
  await sandbox.advance('1s');
  await sandbox.advance('20d');
  await sandbox.api.post(`/webhook-deliveries/${id}/resend`);
  await sandbox.advance('1s');
  await pruneIn(45);
  expect(await sandbox.delivery(id)).toMatchObject({ status: 'DELIVERED' });
  await pruneIn(51);
  expect(await countRows(sandbox.id)).toEqual({ envelopes: 0, deliveries: 0, attempts: 0 });
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
