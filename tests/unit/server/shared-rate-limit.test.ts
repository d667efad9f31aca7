/** Processes that borrow from one bucket admit what one bucket would, whatever happens to them and to their settlements on the way. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IDLE_MS, LEASE_MS, portionOf } from '@/domain/rate-limit';
import { SharedRateLimiter } from '@/server/access/shared-rate-limit';
import { admittedUnderPressure, idealBucket, perform, SharedLimit, steps } from '@tests/support/rate-limits';

const LIMIT = { perSecond: 10, burst: 30 };
const PROCESSES = 4;

const limits = fc.record({ perSecond: fc.integer({ min: 1, max: 20 }), burst: fc.integer({ min: 1, max: 40 }) });

test('no interleaving, loss, end or death of processes lets more requests in than one bucket would', async () => {
  await fc.assert(
    fc.asyncProperty(limits, steps(PROCESSES), async (limit, taken) => {
      const shared = new SharedLimit(idealBucket(), limit, PROCESSES, true);
      await perform(shared, taken);
      await shared.decideAll();
      expect(shared.lowestLevel()).toBeGreaterThanOrEqual(-1e-6);
    }),
    { numRuns: 1_000 },
  );
});

test('whatever was lost on the way, the whole burst is there again once leases have lapsed and the bucket had time to fill', async () => {
  await fc.assert(
    fc.asyncProperty(limits, steps(PROCESSES), async (limit, taken) => {
      const shared = new SharedLimit(idealBucket(), limit, PROCESSES, true);
      await perform(shared, taken);
      await shared.recover();
      const before = shared.allowed;
      await shared.take(0, limit.burst + 1);
      await shared.decideAll();
      expect(shared.allowed - before).toBe(limit.burst);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  { perSecond: 10, burst: 30 },
  { perSecond: 100, burst: 100 },
  { perSecond: 1_000, burst: 50 },
  { perSecond: 7, burst: 1 },
])('four processes under pressure, one of which is killed, admit $perSecond a second within 5 % (burst $burst)', async (limit) => {
  const { expected, admitted, lowest } = await admittedUnderPressure(new SharedLimit(idealBucket(), limit, PROCESSES), 20);
  expect(admitted).toBeGreaterThanOrEqual(0.95 * expected);
  expect(admitted).toBeLessThanOrEqual(1.05 * expected);
  expect(lowest).toBeGreaterThanOrEqual(-1e-6);
});

test('a burst is admitted to the last request, however it is spread over processes, and what follows is told when to come back', async () => {
  const shared = new SharedLimit(idealBucket(), LIMIT, PROCESSES);
  for (let number = 0; number < LIMIT.burst; number++) await shared.take(number % PROCESSES);
  // What another process has borrowed ahead may be spent only there.
  const stranded = LIMIT.burst - shared.allowed;
  expect(stranded).toBeLessThanOrEqual((PROCESSES - 1) * portionOf(LIMIT));
  for (let process = 0; process < PROCESSES; process++) await shared.take(process, stranded);
  expect(shared.allowed).toBe(LIMIT.burst);
  expect(await shared.takes(0)).toBe(false);
});

test('a process that admits requests asks the bucket once for a portion, and not for what is known to be gone', async () => {
  const bucket = idealBucket();
  let asked = 0;
  const limit = { perSecond: 100, burst: 800 };
  const limiter = new SharedRateLimiter({
    limit,
    now: () => 0,
    lend: (_, settlement) => (asked++, bucket.borrow('process', settlement, limit, 0)),
  });
  for (let number = 0; number < limit.burst; number++) expect((await limiter.take('organization')).allowed).toBe(true);
  expect(asked).toBeLessThanOrEqual(20);
  const before = asked;
  for (let number = 0; number < 100; number++) expect((await limiter.take('organization')).allowed).toBe(false);
  expect(asked - before).toBeLessThanOrEqual(1);
});

test('what one process leaves idle, another one can spend once it was idle for long enough', async () => {
  const shared = new SharedLimit(idealBucket(), LIMIT, 2);
  expect(await shared.takes(0)).toBe(true);
  await shared.take(1, LIMIT.burst);
  const stranded = LIMIT.burst - shared.allowed;
  expect(stranded).toBeGreaterThan(0);
  await shared.pass(IDLE_MS);
  // Two seconds of rate, and what the first has given back.
  const before = shared.allowed;
  await shared.take(1, LIMIT.burst);
  expect(shared.allowed - before).toBe((IDLE_MS / 1000) * LIMIT.perSecond + stranded);
});

test('what a process gives back as it ends is there at once, and what a killed one had after its lease', async () => {
  for (const end of ['stop', 'kill'] as const) {
    const shared = new SharedLimit(idealBucket(), { perSecond: 1, burst: 30 }, 2);
    await shared.take(0);
    await shared[end](0);
    await shared.take(1, 30);
    expect(shared.allowed).toBe(end === 'stop' ? 30 : 30 - portionOf(LIMIT));
    await shared.pass(LEASE_MS + 30_000);
    const before = shared.allowed;
    await shared.take(1, 31);
    expect(shared.allowed - before).toBe(30);
  }
});

test('a clock that steps back gives nothing away, and nobody waits until it has caught up', async () => {
  const shared = new SharedLimit(idealBucket(), LIMIT, 1);
  await shared.take(0, LIMIT.burst + 5);
  expect(shared.allowed).toBe(LIMIT.burst);
  const bucket = idealBucket();
  let now = 10_000_000;
  let bucketTime = 0;
  const limiter = new SharedRateLimiter({ limit: LIMIT, now: () => now, lend: (_, s) => bucket.borrow('p', s, LIMIT, bucketTime) });
  for (let number = 0; number < LIMIT.burst; number++) expect((await limiter.take('o')).allowed).toBe(true);
  expect((await limiter.take('o')).allowed).toBe(false);
  now = 0;
  expect((await limiter.take('o')).allowed).toBe(false);
  bucketTime += 100;
  now += 100;
  expect((await limiter.take('o')).allowed).toBe(true);
});

test('a request about which the bucket cannot be asked is not admitted, and the next one asks again', async () => {
  const bucket = idealBucket();
  let isReachable = false;
  const limiter = new SharedRateLimiter({
    limit: LIMIT,
    now: () => 0,
    lend: (_, settlement) => (isReachable ? bucket.borrow('process', settlement, LIMIT, 0) : Promise.reject(new Error('no database'))),
  });
  await expect(limiter.take('organization')).rejects.toThrow('no database');
  isReachable = true;
  expect(await limiter.take('organization')).toMatchObject({ allowed: true, limit: 30, remaining: 29, resetAt: 1, retryAfter: 0 });
});

test('a rate of zero is no limit at all', () => {
  const limiter = new SharedRateLimiter({ limit: { perSecond: 0, burst: 30 }, now: () => 0, lend: () => Promise.reject(new Error()) });
  expect(limiter.enabled).toBe(false);
});
