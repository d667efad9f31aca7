/** How uses of codes are counted: side by side where there is no limit, exactly where there is one, and every one of them when the limit changes. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { PoolClient } from 'pg';
import { closeDatabase, pool } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { codes, type TestCodes } from '@tests/support/codes';
import { brokenInvariants } from '@tests/support/invariants';

afterAll(closeDatabase);

const CHECK_VIOLATION = '23514';

/** A transaction of somebody else, which is rolled back in the end. */
async function other(): Promise<PoolClient & { readonly pid: number }> {
  const client = await pool().connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query(`BEGIN; SET LOCAL lock_timeout = '2s'`);
  onTestFinished(async () => {
    await client.query('ROLLBACK');
    client.release();
  });
  return Object.assign(client, { pid: rows[0]?.pid ?? 0 });
}

/** Another whose connection counts in another share than that of `one`. */
async function anotherBeside(one: { readonly pid: number }): Promise<PoolClient> {
  for (;;) {
    const found = await other();
    if (found.pid % 16 !== one.pid % 16) return found;
  }
}

/** As the service would, for ada. */
const use = (client: Pick<PoolClient, 'query'>, club: TestCodes, batchId: string, code: string) =>
  client.query(
    `INSERT INTO code_redemptions (organization_id, id, program_id, batch_id, code, participant_id, decision_id, status, created_at, updated_at)
     SELECT $1, uuidv7(), $2, $3, $4, id, gen_random_uuid(), 'RESERVED', now(), now() FROM participants WHERE organization_id = $1 AND external_id = 'ada'`,
    [club.id, club.program.id, batchId, code],
  );

/** Resolves once another session waits for a lock of `client`. */
async function untilWaitedFor(client: PoolClient): Promise<void> {
  const waiting = 'SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))';
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBeGreaterThan(0);
}

test('two who use the code that everybody shares do not wait for one another', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING' });
  const one = await other();
  const two = await anotherBeside(one);
  await use(one, club, batch.id, 'SPRING');
  await use(two, club, batch.id, 'SPRING');
  await one.query('COMMIT');
  await two.query('COMMIT');
  expect(await club.readBatch(batch)).toMatchObject({ redeemed_count: 2 });
  expect(await club.codesOf(batch, '&status=USED')).toMatchObject([{ code: 'SPRING', used: 2, status: 'USED' }]);
});

test('a code of which plenty is left is decided on while somebody else counts a use of it', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING', max_total: 1_000 });
  const one = await other();
  await use(one, club, batch.id, 'SPRING');
  expect(await club.decide({ mode: 'PREVIEW', codes: ['spring'] })).toMatchObject({
    status: 200,
    body: { codes: [{ status: 'REDEEMED' }] },
  });
});

test('what was plenty when it was decided and is gone when it is counted is refused as used up', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING', max_total: 1_000 });
  const one = await other();
  await one.query('UPDATE code_batches SET redeemed_count = 1000 WHERE organization_id = $1 AND id = $2', [club.id, batch.id]);
  const decided = club.decide({ codes: ['spring'] });
  await untilWaitedFor(one);
  await one.query('COMMIT');
  expect(await decided).toMatchObject({ status: 422, body: { code: 'code_used', param: 'codes[0]' } });
  expect(await club.uses()).toEqual([]);
  await statement('UPDATE code_batches SET redeemed_count = 0 WHERE organization_id = $1', [club.id]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a batch with a limit in all counts none beyond it, whoever writes', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING', max_total: 1 });
  const one = await other();
  await use(one, club, batch.id, 'SPRING');
  await expect(use(one, club, batch.id, 'SPRING')).rejects.toMatchObject({
    code: CHECK_VIOLATION,
    constraint: 'code_batches_within_max_total',
  });
});

test('a limit that is set waits for those who are counting, counts them, and bounds the next', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING' });
  await club.enter(['spring']);
  const one = await other();
  await use(one, club, batch.id, 'SPRING');
  const limited = club.api.patch(`/code-batches/${batch.id}`, { max_total: 2 });
  await untilWaitedFor(one);
  await one.query('COMMIT');
  expect(await limited).toMatchObject({ status: 200, body: { max_total: 2, redeemed_count: 2 } });
  expect(await club.decide({ external_id: 'bob', codes: ['spring'] })).toMatchObject({ status: 422, body: { code: 'code_used' } });
});

test('a limit below what was used is refused, and changes nothing', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING' });
  for (const external_id of ['ada', 'bob']) await club.enter(['spring'], { external_id });
  expect(await club.api.patch(`/code-batches/${batch.id}`, { max_total: 1 })).toMatchObject({
    status: 400,
    body: { code: 'validation_error', param: 'max_total' },
  });
  expect(await club.readBatch(batch)).toMatchObject({ max_total: null, redeemed_count: 2 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('every use is counted while a limit comes and goes, those that are given back included', async () => {
  const club = await codes();
  const batch = await club.batch({ code: 'SPRING' });
  const people = Array.from({ length: 40 }, (_, index) => `client-${index}`);
  const limits = [200, null, 300, null, 150, null];
  await Promise.all([
    ...people.map(async (external_id, index) => {
      const { id } = await club.held({ external_id, codes: ['spring'], idempotency_key: randomUUID() });
      if (index % 4 === 0) await club.end('cancel', { id });
    }),
    (async () => {
      for (const max_total of limits)
        expect(await club.api.patch(`/code-batches/${batch.id}`, { max_total })).toMatchObject({ status: 200 });
    })(),
  ]);
  expect(await club.readBatch(batch)).toMatchObject({ max_total: null, redeemed_count: 30 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});
