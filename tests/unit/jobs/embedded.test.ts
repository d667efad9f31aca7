import { expect, test, vi } from 'vitest';
import { startEmbedded } from '@/jobs/embedded';
import type { Job, JobOutcome, JobRun } from '@/server/platform/job';
import type { SweepTurns } from '@/server/services/jobs/sweeps';
import { wake, type JobName } from '@/server/platform/wake';

const NOTHING: JobOutcome = { performed: 0, more: false };
const NEVER_MS = 600_000;
const PATIENCE = { timeout: 20_000 };

const jobOf = (name: JobName, run: (options: JobRun) => Promise<JobOutcome>): Job => ({
  name,
  title: name,
  run,
});
/** The turns of a process that is alone. */
const alone: SweepTurns = {
  take: (asked) => Promise.resolve(asked.map(({ job }) => job)),
  offer: () => Promise.resolve(),
};
const start = (jobs: readonly Job[], sweepMs: number, turns: SweepTurns = alone) =>
  startEmbedded(jobs, { clock: { now: () => new Date() }, sweepMs, turns, onFailure: () => undefined });

/** A promise and the function that resolves it. */
function gate(): { passed: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

test('a job runs at the start, at every wake-up, and at every sweep without one', async () => {
  let woken = 0;
  let swept = 0;
  const runner = start([jobOf('process-events', async () => (woken++, NOTHING))], NEVER_MS);
  await vi.waitUntil(() => woken === 1, PATIENCE);
  wake('process-events');
  await vi.waitUntil(() => woken === 2, PATIENCE);
  wake('deliver-webhooks');
  await runner.stop();
  expect(woken).toBe(2);
  const sweeping = start([jobOf('process-events', async () => (swept++, NOTHING))], 5);
  await vi.waitUntil(() => swept >= 4, PATIENCE);
  await sweeping.stop();
});

test('the sweeps of jobs follow one another over the interval', async () => {
  const SWEEP_MS = 100;
  const names: readonly JobName[] = ['process-events', 'deliver-webhooks', 'run-automations', 'seal-entries'];
  const swept = new Map<JobName, number>();
  let began = false;
  const note = (name: JobName) => async () => (began && !swept.has(name) && swept.set(name, performance.now()), NOTHING);
  const turns: SweepTurns = { ...alone, take: (asked) => ((began = true), alone.take(asked)) };
  const runner = start(
    names.map((name) => jobOf(name, note(name))),
    SWEEP_MS,
    turns,
  );
  await vi.waitUntil(() => swept.size === names.length, PATIENCE);
  await runner.stop();
  expect([...swept.keys()]).toEqual(names);
  const apart = [...swept.values()].flatMap((at, place, all) => (place === 0 ? [] : [at - all[place - 1]!]));
  // A timer may be a millisecond early.
  expect(Math.min(...apart)).toBeGreaterThan(SWEEP_MS / (names.length + 1) - 2);
});

test('a job is never run twice at once; wake-ups meanwhile make one more run', async () => {
  const first = gate();
  let runs = 0;
  let together = 0;
  const runner = start(
    [
      jobOf('process-events', async () => {
        runs++;
        expect(++together).toBe(1);
        if (runs === 1) await first.passed;
        together--;
        return NOTHING;
      }),
    ],
    NEVER_MS,
  );
  await vi.waitUntil(() => runs === 1, PATIENCE);
  for (let i = 0; i < 10; i++) wake('process-events');
  first.open();
  await vi.waitUntil(() => runs === 2, PATIENCE);
  await runner.stop();
  expect(runs).toBe(2);
});

test('a job that says there is more runs again at once', async () => {
  const left = [true, true, true, false];
  const runner = start([jobOf('process-events', async () => ({ performed: 1, more: left.shift() ?? false }))], NEVER_MS);
  await vi.waitUntil(() => left.length === 0, PATIENCE);
  await runner.stop();
});

test('a job that fails is reported, tried again after a pause, and holds up no other', async () => {
  const failures: number[] = [];
  let others = 0;
  let recovered = 0;
  const flaky = jobOf('process-events', () =>
    failures.length < 2 ? Promise.reject(new Error('no database')) : Promise.resolve((recovered++, NOTHING)),
  );
  const runner = startEmbedded([flaky, jobOf('deliver-webhooks', async () => (others++, NOTHING))], {
    clock: { now: () => new Date() },
    sweepMs: 20,
    turns: alone,
    onFailure: (_job, _error, count) => void failures.push(count),
  });
  await vi.waitUntil(() => recovered >= 2 && others >= 2, PATIENCE);
  await runner.stop();
  expect(failures).toEqual([1, 2]);
});

test('stop lets what runs end, begins nothing, and aborts its signal', async () => {
  const running = gate();
  let ended = false;
  let runs = 0;
  const runner = start(
    [
      jobOf('process-events', async ({ signal }) => {
        runs++;
        await running.passed;
        ended = signal.aborted;
        return { performed: 1, more: true };
      }),
    ],
    1,
  );
  await vi.waitUntil(() => runs === 1, PATIENCE);
  const stopped = runner.stop();
  running.open();
  await stopped;
  expect([ended, runs]).toEqual([true, 1]);
  wake('process-events');
  expect(runs).toBe(1);
});

test('a sweep is for the jobs whose turn it is in this process, and asks for none that is running', async () => {
  const [held, asked] = [gate(), new Set<string>()];
  let [mine, others] = [0, 0];
  const turns: SweepTurns = {
    ...alone,
    take: (waiting) => {
      for (const { job } of waiting) asked.add(job);
      return Promise.resolve(['process-events']);
    },
  };
  const jobs = [
    jobOf('process-events', async () => (mine++, NOTHING)),
    jobOf('deliver-webhooks', async () => (others++, NOTHING)),
    jobOf('place-orders', async () => (await held.passed, NOTHING)),
  ];
  const runner = start(jobs, 5, turns);
  await vi.waitUntil(() => mine >= 4, PATIENCE);
  expect(others).toBe(1);
  expect([...asked].sort()).toEqual(['deliver-webhooks', 'process-events']);
  held.open();
  await runner.stop();
});

test('while nobody can say whose turn it is, every process sweeps', async () => {
  let runs = 0;
  const runner = start([jobOf('process-events', async () => (runs++, NOTHING))], 5, {
    ...alone,
    take: () => Promise.reject(new Error('no database')),
  });
  await vi.waitUntil(() => runs >= 4, PATIENCE);
  await runner.stop();
});

test('a job whose work nobody waits for leaves more time between its sweeps', async () => {
  const apart = new Map<string, number>();
  const turns: SweepTurns = {
    ...alone,
    take: (asked) => {
      for (const { job, apartMs } of asked) apart.set(job, apartMs);
      return Promise.resolve([]);
    },
  };
  const rare: Job = { ...jobOf('prune-webhooks', () => Promise.resolve(NOTHING)), sweepMs: 60_000 };
  const runner = start([rare, jobOf('process-events', () => Promise.resolve(NOTHING))], 10, turns);
  await vi.waitUntil(() => apart.size === 2, PATIENCE);
  await runner.stop();
  expect(apart.get('prune-webhooks')).toBeGreaterThan(50_000);
  expect(apart.get('process-events')).toBeLessThan(10);
});

test('a backlog that outlasts a run is offered to other processes, but not at every batch', async () => {
  const offered: string[] = [];
  const BATCHES = 50;
  const left = [...Array<number>(BATCHES).fill(200), 7];
  const turns: SweepTurns = { ...alone, offer: (jobs) => Promise.resolve(void offered.push(...jobs)) };
  const jobs = [jobOf('process-events', async () => ({ performed: left.shift() ?? 0, more: left.length > 0 }))];
  const runner = start(jobs, NEVER_MS, turns);
  await vi.waitUntil(() => left.length === 0, PATIENCE);
  expect(new Set(offered)).toEqual(new Set(['process-events']));
  expect(offered.length).toBeLessThan(BATCHES / 2);
  await runner.stop();
});

test('a process that ends leaves its turns to the others, once nothing runs any more', async () => {
  const running = gate();
  let isRunning = false;
  const offered: (readonly JobName[])[] = [];
  const turns: SweepTurns = { ...alone, offer: (jobs) => (expect(isRunning).toBe(false), Promise.resolve(void offered.push(jobs))) };
  const job = jobOf('process-events', async () => {
    isRunning = true;
    await running.passed;
    isRunning = false;
    return NOTHING;
  });
  const runner = start([job, jobOf('deliver-webhooks', () => Promise.resolve(NOTHING))], NEVER_MS, turns);
  await vi.waitUntil(() => isRunning, PATIENCE);
  const stopped = runner.stop();
  running.open();
  await stopped;
  expect(offered).toEqual([['process-events', 'deliver-webhooks']]);
});
