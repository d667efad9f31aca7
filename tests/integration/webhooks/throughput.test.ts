import { expect, test, vi } from 'vitest';
import { publishSettings } from '@/env';
import { startEmbedded } from '@/jobs/embedded';
import { JOBS } from '@/server/services/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver, type Receiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith, type Hooked } from '@tests/support/webhooks';

await useOwnDatabase();
publishSettings({ WEBHOOK_TIMEOUT_MS: '60000' });

/** With WEBHOOK_DELIVERIES=2000 a benchmark, whose result is printed; only the order is asserted. */
const DELIVERIES = Number(process.env.WEBHOOK_DELIVERIES || 60);
/** Together they could fill every delivery slot twice over. */
const HANGING = 40;
const BACKLOG = 10;

/** Sends deliveries to the sandbox's endpoint. @returns deliveries per second, from the start of the jobs to the last arrival. */
async function deliver(sandbox: Hooked, receiver: Receiver, hanging?: Receiver): Promise<number> {
  await sandbox.happen('event.completed', DELIVERIES);
  const expected = receiver.received.length + DELIVERIES;
  const jobs = startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: 100, onFailure: () => undefined });
  try {
    const began = performance.now();
    await vi.waitUntil(() => receiver.received.length === expected, { timeout: 120_000, interval: 2 });
    const perSecond = (DELIVERIES * 1000) / (performance.now() - began);
    expect(await sandbox.deliveries('?error_code=consumer_response_timeout')).toEqual([]);
    return perSecond;
  } finally {
    await hanging?.stop(); // or stopping would wait for it
    await jobs.stop();
  }
}

test(
  'while 40 other endpoints hang with a backlog, all deliveries of a healthy one arrive before any of theirs has ended',
  { timeout: 300_000 },
  async () => {
    await using hanging = await startReceiver(() => undefined);
    await using receiver = await startReceiver();
    const sandbox = await sandboxWith(receiver);
    await sandbox.api.patch(`/webhook-endpoints/${sandbox.endpoint.id}`, { enabled_events: ['event.completed'] });
    const alone = await deliver(sandbox, receiver);
    for (let made = 0; made < HANGING; made++) await createEndpoint(sandbox.api, hanging.url, ['event.failed']);
    await sandbox.happen('event.failed', BACKLOG);
    const beside = await deliver(sandbox, receiver, hanging);
    expect(receiver.received).toHaveLength(2 * DELIVERIES);
    expect(hanging.received.length).toBeGreaterThan(HANGING);
    process.stdout.write(
      `${DELIVERIES} deliveries: ${alone.toFixed(0)} a second alone, ${beside.toFixed(0)} beside ${HANGING} hanging endpoints\n`,
    );
  },
);
