import { expect, test, vi } from 'vitest';
import { publishSettings } from '@/env';
import { startEmbedded } from '@/jobs/embedded';
import { JOBS } from '@/server/services/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();
publishSettings({ WEBHOOK_TIMEOUT_MS: '60000' });

test('endpoints that never answer hold up their own deliveries alone', async () => {
  await using hanging = await startReceiver(() => undefined);
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  const dead = await Promise.all([1, 2, 3].map(() => createEndpoint(sandbox.api, hanging.url, ['event.failed'])));
  const toDead = dead.flatMap(({ id }) =>
    Array.from({ length: 20 }, () => sandbox.api.post(`/webhook-endpoints/${id}/test`, { event_type: 'event.failed' })),
  );
  await Promise.all(toDead);
  const jobs = startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: 100, onFailure: () => undefined });
  try {
    await vi.waitUntil(() => hanging.received.length === 24, { timeout: 10_000 });
    await Promise.all(Array.from({ length: 30 }, () => sandbox.send()));
    await vi.waitUntil(async () => (await sandbox.deliveries('?status=DELIVERED')).length === 30, { timeout: 10_000 });
    expect(hanging.received).toHaveLength(24);
  } finally {
    await hanging.stop();
    await jobs.stop();
  }
});
