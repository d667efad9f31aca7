/** Processes take turns at sweeping: each job is swept for as often as by one process, whoever dies. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbedded, type Runner } from '@/jobs/embedded';
import { offerSweeps, takeSweeps } from '@/server/db/repositories/operations/job-sweeps';
import { statement } from '@/server/db/transaction';
import { JOBS } from '@/server/services/jobs';
import { sharedTurns } from '@/server/services/jobs/sweeps';
import { JOB_NAMES } from '@/server/platform/wake';
import { ledger } from '@tests/support/ledger';
import { useOwnDatabase } from '@tests/support/own-database';
import { countStatements } from '@tests/support/statements';

await useOwnDatabase();

const PATIENCE = { timeout: 60_000, interval: 5 };
const SWEEP_MS = 400;
/** How often every engine asks for its turns while statements are counted. */
const ROUNDS = 6;

const runners: Runner[] = [];
beforeEach(() => statement('TRUNCATE job_sweeps'));
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

const every = (apartMs: number) => JOB_NAMES.map((job) => ({ job, apartMs }));
const makeAllDue = () => statement(`UPDATE job_sweeps SET due_at = '-infinity'`);

/** How many statements that many idle engines send in the time from one of their turns to the next: on a busy machine some come late. */
async function statementsOfIdle(engines: number): Promise<number> {
  const asked: number[] = [];
  for (let engine = 0; engine < engines; engine++) {
    asked.push(0);
    const turns = { ...sharedTurns, take: (jobs: Parameters<typeof takeSweeps>[0]) => (asked[engine]!++, takeSweeps(jobs)) };
    runners.push(startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: SWEEP_MS, turns, onFailure: () => undefined }));
  }
  const allAsked = (times: number) => vi.waitUntil(() => Math.min(...asked) >= times, PATIENCE);
  // What is due at the start is done by each.
  await allAsked(1);
  const before = [...asked];
  const counted = await countStatements(() => allAsked(1 + ROUNDS));
  const rounds = Math.max(...asked.map((times, engine) => times - before[engine]!));
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  return counted / rounds;
}

test('ten idle engines send no more than twice the statements of one', async () => {
  const [one, ten] = [await statementsOfIdle(1), await statementsOfIdle(10)];
  expect(one).toBeGreaterThan(10);
  expect(ten).toBeLessThanOrEqual(2 * one);
});

test('of processes that ask at the same moment one gets each turn, and the next turn comes when its time has come', async () => {
  await takeSweeps(every(1));
  await makeAllDue();
  const got = (await Promise.all(Array.from({ length: 8 }, () => takeSweeps(every(600_000))))).flat();
  expect(got.sort()).toEqual([...JOB_NAMES].sort());
  expect(await takeSweeps(every(600_000))).toEqual([]);
  await offerSweeps(['process-events']);
  expect(await takeSweeps(every(0))).toEqual(['process-events']);
  await vi.waitUntil(async () => (await takeSweeps(every(0))).includes('process-events'), PATIENCE);
});

test('turns that were lost in a crash of the database are made anew', async () => {
  await statement('TRUNCATE job_sweeps');
  expect((await takeSweeps(every(600_000))).sort()).toEqual([...JOB_NAMES].sort());
  expect(await takeSweeps(every(600_000))).toEqual([]);
});

test('a process that took every turn and died holds work up no longer than until the next turns', async () => {
  const club = await ledger({ mode: 'SANDBOX', inventory_mode: 'LOT' });
  await club.post({ amount: '10', expires_in: '1h' });
  let asked = 0;
  const turns = { ...sharedTurns, take: (jobs: Parameters<typeof takeSweeps>[0]) => (asked++, takeSweeps(jobs)) };
  runners.push(startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: SWEEP_MS, turns, onFailure: () => undefined }));
  await vi.waitUntil(() => asked >= 2, PATIENCE);
  // Another process takes over the sweep, then the lot falls due, and nothing is heard of that process any more.
  await vi.waitUntil(async () => (await takeSweeps(every(SWEEP_MS))).includes('process-due-lots'), PATIENCE);
  await statement('UPDATE organizations SET clock_offset_ms = $2 WHERE id = $1', [club.id, 2 * 3_600_000]);
  const before = asked;
  await vi.waitUntil(async () => (await club.balance()).available === '0.00', PATIENCE);
  expect(asked - before).toBeLessThanOrEqual(4);
});

test('two processes share the turns, and one goes on alone when the other has ended', async () => {
  const swept = new Map<number, number>();
  const start = (number: number) => {
    const take = async (jobs: Parameters<typeof takeSweeps>[0]) => {
      const mine = await takeSweeps(jobs);
      swept.set(number, (swept.get(number) ?? 0) + mine.length);
      return mine;
    };
    const turns = { ...sharedTurns, take };
    return startEmbedded(JOBS, { clock: { now: () => new Date() }, sweepMs: 50, turns, onFailure: () => undefined });
  };
  const [first, second] = [start(1), start(2)];
  runners.push(first, second);
  await vi.waitUntil(() => (swept.get(1) ?? 0) + (swept.get(2) ?? 0) >= 60, PATIENCE);
  await first.stop();
  const before = swept.get(2) ?? 0;
  await vi.waitUntil(() => (swept.get(2) ?? 0) >= before + 60, PATIENCE);
});
