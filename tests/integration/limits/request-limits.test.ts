/** Processes that borrow requests of one row in the database, in time that the test moves, admit what one bucket would. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEASE_MS, type RateLimit, type LoanRequest } from '@/domain/rate-limit';
import { borrowRequests } from '@/server/db/repositories/organizations/request-limits';
import { statement } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { organization } from '@tests/support/api';
import { admittedUnderPressure, databaseBucket, idealBucket, perform, SharedLimit, steps, type Bucket } from '@tests/support/rate-limits';

const PROCESSES = 4;
const LIMIT = { perSecond: 10, burst: 30 };
const nothing: LoanRequest = { kept: 0, givenBack: 0, waiting: 0, portion: 0 };

const forget = (organizationId: string) => statement('DELETE FROM request_limits WHERE organization_id = $1', [organizationId]);

/** Asks the database and the bucket as it should be the same, and compares what they say. */
function compared(organizationId: string): Bucket {
  const [kept, ideal] = [databaseBucket(organizationId), idealBucket()];
  return {
    borrow: async (...asked) => {
      const [said, expected] = [await kept.borrow(...asked), await ideal.borrow(...asked)];
      expect({ ...said, tokens: 0 }).toEqual({ ...expected, tokens: 0 });
      expect(said.tokens).toBeCloseTo(expected.tokens, 6);
      return said;
    },
  };
}

test('whatever happens on the way, the database lends as one bucket would, never beyond the limit, and all of it comes back', async () => {
  const { id } = await organization();
  const limits = fc.record({ perSecond: fc.integer({ min: 1, max: 20 }), burst: fc.integer({ min: 1, max: 40 }) });
  await fc.assert(
    fc.asyncProperty(limits, steps(PROCESSES), async (limit, taken) => {
      await forget(id);
      const shared = new SharedLimit(compared(id), limit, PROCESSES, true);
      await perform(shared, taken);
      await shared.decideAll();
      expect(shared.lowestLevel()).toBeGreaterThanOrEqual(-1e-6);
      await shared.recover();
      const before = shared.allowed;
      await shared.take(0, limit.burst + 1);
      await shared.decideAll();
      expect(shared.allowed - before).toBe(limit.burst);
    }),
    { numRuns: 40 },
  );
});

test.each([LIMIT, { perSecond: 100, burst: 20 }])(
  'four processes under pressure, one of which is killed, admit $perSecond a second within 5 %',
  async (limit) => {
    const { id } = await organization();
    const { expected, admitted, lowest } = await admittedUnderPressure(new SharedLimit(databaseBucket(id), limit, PROCESSES), 10);
    expect(admitted).toBeGreaterThanOrEqual(0.95 * expected);
    expect(admitted).toBeLessThanOrEqual(1.05 * expected);
    expect(lowest).toBeGreaterThanOrEqual(-1e-6);
  },
);

test('requests of many processes at the same moment are lent the burst and not one more', async () => {
  const { id } = await organization();
  const now = new Date();
  const loans = await Promise.all(Array.from({ length: 40 }, () => borrowRequests(id, newId(), { ...nothing, waiting: 1 }, LIMIT, now)));
  expect(loans.reduce((sum, { admitted }) => sum + admitted, 0)).toBe(LIMIT.burst);
});

test('in service, time is that of the database: a process whose clock runs ahead refills nothing', async () => {
  const { id } = await organization();
  const limit: RateLimit = { perSecond: 1, burst: 1_000 };
  await borrowRequests(id, newId(), { ...nothing, waiting: 1_000 }, limit);
  const [row] = await statement<{ late: boolean }>(
    `SELECT refilled_at > clock_timestamp() OR refilled_at < clock_timestamp() - interval '1 minute' AS late
     FROM request_limits WHERE organization_id = $1`,
    [id],
  );
  expect(row).toEqual({ late: false });
  expect((await borrowRequests(id, newId(), nothing, limit)).tokens).toBeLessThan(60);
});

test('a time before that of the row gives nothing away and moves nothing back', async () => {
  const { id } = await organization();
  const now = Date.now();
  await borrowRequests(id, newId(), { ...nothing, waiting: 30 }, LIMIT, new Date(now));
  expect(await borrowRequests(id, newId(), { ...nothing, waiting: 1 }, LIMIT, new Date(now - 3_600_000))).toMatchObject({
    admitted: 0,
    tokens: 0,
  });
  expect(await borrowRequests(id, newId(), { ...nothing, waiting: 9 }, LIMIT, new Date(now + 500))).toMatchObject({
    admitted: 5,
    tokens: 0,
  });
});

test('a lower burst takes effect with the next question, and a higher one is filled', async () => {
  const { id } = await organization();
  const now = Date.now();
  const left = async (burst: number, later: number) =>
    (await borrowRequests(id, newId(), nothing, { perSecond: 10, burst }, new Date(now + later))).tokens;
  expect([await left(30, 0), await left(5, 0), await left(30, 1_000)]).toEqual([30, 5, 15]);
});

test('an organization has one row, in which those that gave up, or whose time is over, are no more', async () => {
  const { id } = await organization();
  const now = Date.now();
  const [gone, stays] = [newId(), newId()];
  await borrowRequests(id, gone, { ...nothing, portion: 4 }, LIMIT, new Date(now));
  await borrowRequests(id, stays, { ...nothing, portion: 4 }, LIMIT, new Date(now + 1));
  await borrowRequests(id, gone, { ...nothing, givenBack: 4 }, LIMIT, new Date(now + 2));
  const rows = () => statement('SELECT holders, held, tokens::float8 AS tokens FROM request_limits WHERE organization_id = $1', [id]);
  expect(await rows()).toEqual([{ holders: [stays], held: [4], tokens: 26 }]);
  await borrowRequests(id, gone, nothing, LIMIT, new Date(now + LEASE_MS + 1));
  expect(await rows()).toEqual([{ holders: [], held: [], tokens: 26 }]);
});

test.each([
  ['tokens', '-1'],
  ['held', `'{-1}'`],
  ['holders', `'{${newId()}}'`],
])('the database refuses a row whose %s make no sense', async (column, value) => {
  const { id } = await organization();
  await borrowRequests(id, newId(), nothing, LIMIT);
  await expect(statement(`UPDATE request_limits SET ${column} = ${value} WHERE organization_id = $1`, [id])).rejects.toMatchObject({
    code: '23514',
  });
});
