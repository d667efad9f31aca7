import { expect, test, vi } from 'vitest';
import { publishSettings } from '@/env';
import { startEmbedded } from '@/jobs/embedded';
import { JOBS } from '@/server/services/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver, type Receiver } from '@tests/support/receiver';
import { createEndpoint, sandboxWith, type Hooked } from '@tests/support/webhooks';

await useOwnDatabase();
publishSettings({ WEBHOOK_TIMEOUT_MS: '60000' });

/** With WEBHOOK_DELIVERIES=2000 a measurement, which is printed; the order alone is asserted. */
const DELIVERIES = Number(process.env.WEBHOOK_DELIVERIES || 40);
const HANGING = 20;
const QUEUED_AT_ONCE = 20;

/** Queues deliveries to the endpoint of the sandbox, and sends them: per second from the first that arrives to the last. */
async function deliver(sandbox: Hooked, receiver: Receiver, hanging?: Receiver): Promise<number> {
  for (let left = DELIVERIES; left > 0; left -= QUEUED_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(left, QUEUED_AT_ONCE) }, () => sandbox.send()));
  const start = receiver.received.length;
  const jobs = startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: 100, onFailure: () => undefined });
  try {
    if (hanging) await vi.waitUntil(() => hanging.received.length > 0, { timeout: 20_000, interval: 2 });
    const began = performance.now();
    await vi.waitUntil(() => receiver.received.length === start + DELIVERIES, { timeout: 120_000, interval: 2 });
    return (DELIVERIES * 1000) / (performance.now() - began);
  } finally {
    await hanging?.stop(); // or stopping would wait for it
    await jobs.stop();
  }
}

test(
  'while another endpoint hangs with a backlog, all deliveries of a healthy one arrive, and the backlog stays where it is',
  { timeout: 300_000 },
  async () => {
    await using hanging = await startReceiver(() => undefined);
    await using receiver = await startReceiver();
    const sandbox = await sandboxWith(receiver);
    const alone = await deliver(sandbox, receiver);
    const dead = await createEndpoint(sandbox.api, hanging.url, ['event.failed']);
    await Promise.all(
      Array.from({ length: HANGING }, () => sandbox.api.post(`/webhook-endpoints/${dead.id}/test`, { event_type: 'event.failed' })),
    );
    const beside = await deliver(sandbox, receiver, hanging);
    expect(receiver.received).toHaveLength(2 * DELIVERIES);
    expect(hanging.received).toHaveLength(8);
    process.stdout.write(`${DELIVERIES} deliveries: ${alone.toFixed(0)} a second alone, ${beside.toFixed(0)} beside a hanging endpoint\n`);
  },
);
