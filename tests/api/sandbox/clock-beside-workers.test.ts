import { expect, test, vi } from 'vitest';
import { startEmbedded } from '@/jobs/embedded';
import { JOBS } from '@/server/services/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();

/** The engine of a real process, running beside the test. */
const backgroundJobs = () => startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: 20, onFailure: () => undefined });

test('background workers leave an organization alone while its clock is moved', async () => {
  await using receiver = await startReceiver(503);
  const sandbox = await sandboxWith(receiver);
  const jobs = backgroundJobs();
  try {
    const { id } = await sandbox.send();
    await vi.waitUntil(async () => (await sandbox.delivery(id)).attempt_count === 1, { timeout: 60_000 });
    expect((await sandbox.advance('24h')).performed.webhook_deliveries).toBe(7);
    const times = (await sandbox.delivery(id)).attempts.map((attempt) => Date.parse(attempt.attempted_at));
    expect(times.slice(1).map((time, i) => (time - times[i]!) / 60_000)).toEqual([5, 10, 20, 40, 80, 160, 320]);
  } finally {
    await jobs.stop();
  }
});

test('a delivery that a background worker is sending ends before the clock moves on', async () => {
  let answer = (): void => undefined;
  await using receiver = await startReceiver((response) => void (answer = () => response.writeHead(500).end()), 200);
  const sandbox = await sandboxWith(receiver);
  const jobs = backgroundJobs();
  try {
    const { id } = await sandbox.send();
    await receiver.waitFor(1);
    const advanced = sandbox.advance('1h');
    await vi.waitUntil(async () => (await sandbox.deliveries('?status=SENDING')).length === 1, { timeout: 60_000 });
    answer();
    expect((await advanced).performed.webhook_deliveries).toBe(1);
    expect(await sandbox.delivery(id)).toMatchObject({ status: 'DELIVERED', attempt_count: 2 });
  } finally {
    await jobs.stop();
  }
});
