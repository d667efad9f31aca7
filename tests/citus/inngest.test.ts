/** The jobs as functions of a real Inngest server: its own API tells of their runs, of a retry and of the sweep that finds what no event told of. */
import { expect, onTestFinished, test } from 'vitest';
import { startEngine } from '@/jobs/engine';
import { laneEvent, wakeEvent } from '@/jobs/inngest';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset } from '@tests/support/programs';
import { startRealInngest, type RealInngest } from '@tests/support/real-inngest';

await useOwnDatabase();

/** The binary of Inngest's server, such as `inngest`. */
const program = process.env.INNGEST_SERVER;
/** The sweep comes every minute. */
const PATIENCE = { timeout: 150_000, interval: 500 };

if (!program) process.stdout.write('Skipped: INNGEST_SERVER names no Inngest server to run the jobs with.\n');

const SWEEP = '* * * * *';
const completed = async (server: RealInngest, name: string) =>
  (await server.runs()).filter((run) => run.function.endsWith(name) && run.status === 'COMPLETED');

test.skipIf(!program)(
  'events wake runs, a run that broke off is tried again, a sweep finds what nobody told of, and each event is credited once',
  async () => {
    await using server = await startRealInngest(program!);
    const made = await programWithAsset();
    await made.addRule({});

    // Nobody tells of work before an engine is started.
    await made.send({});
    await expect.poll(() => made.available('ada'), PATIENCE).toBe('10.00');
    await expect.poll(() => completed(server, 'process-events'), PATIENCE).toContainEqual(expect.objectContaining({ cron: SWEEP }));

    const engine = await startEngine();
    onTestFinished(() => engine.stop());
    await made.send({});
    await expect.poll(() => made.available('ada'), PATIENCE).toBe('20.00');
    await expect
      .poll(() => completed(server, 'process-events-lane'), PATIENCE)
      .toContainEqual(expect.objectContaining({ event: laneEvent('process-events') }));
    await expect
      .poll(() => completed(server, 'process-events'), PATIENCE)
      .toContainEqual(expect.objectContaining({ event: wakeEvent('process-events') }));

    server.failOnce('rewards-process-events-lane');
    await made.send({});
    await expect.poll(() => made.available('ada'), PATIENCE).toBe('30.00');
    await expect
      .poll(async () => (await completed(server, 'process-events-lane')).map(({ retries }) => retries > 0), PATIENCE)
      .toContain(true);

    expect((await server.runs()).filter(({ status }) => status === 'FAILED')).toEqual([]);
    expect(await made.available('ada')).toBe('30.00');
  },
  600_000,
);
