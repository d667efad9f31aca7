import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { pool } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { postAll, postSome, wrongClub, type WrongClub } from '@tests/support/corrections';
import { brokenInvariants, queryAt } from '@tests/support/invariants';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const PEOPLE = Array.from({ length: 10 }, (_, index) => `person-${index}`);

async function posted({ id }: WrongClub): Promise<{ entries: number; lines: number }> {
  const [row] = await statement<{ entries: number; lines: number }>(
    `SELECT (SELECT count(*)::int FROM journal_entries WHERE organization_id = $1 AND type = 'CORRECTION') AS entries,
            (SELECT count(*)::int FROM correction_lines WHERE organization_id = $1 AND status = 'POSTED') AS lines`,
    [id],
  );
  return row!;
}

const balances = (club: WrongClub) => Promise.all(PEOPLE.map((person) => club.available(person)));

test('a worker whose connection dies between and within its steps leaves no line out, posts none twice and goes on with other corrections', async () => {
  const club = await wrongClub(PEOPLE, { inventory_mode: 'LOT' });
  const plan = await club.plan('8');
  await club.act('approve', plan);
  await postSome(4);
  expect(await posted(club)).toEqual({ entries: 4, lines: 4 });

  const [next] = await statement<{ holder_id: string }>(
    `SELECT holder_id FROM correction_lines WHERE correction_id = $1 AND status = 'PENDING' ORDER BY holder_id DESC OFFSET 2 LIMIT 1`,
    [plan.id],
  );
  const other = await wrongClub(['eve']);
  const otherPlan = await other.plan('8');
  await other.act('approve', otherPlan);
  const blocker = await pool().connect();
  try {
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM balances WHERE account_id = $1 FOR UPDATE', [next!.holder_id]);
    const run = postSome(4);
    await killWhoeverWaits(blocker);
    expect(await run).toMatchObject({ performed: 1 });
    expect(await posted(club)).toEqual({ entries: 4, lines: 4 });
    expect(await other.read(otherPlan)).toMatchObject({ status: 'COMPLETED', posted_count: 1 });
    await blocker.query('ROLLBACK');
  } finally {
    blocker.release();
  }

  await Promise.all([postAll(3), postAll(3)]);
  await postAll();
  expect(await posted(club)).toEqual({ entries: 10, lines: 10 });
  expect(await balances(club)).toEqual(PEOPLE.map(() => '8.00'));
  expect(await club.read(plan)).toMatchObject({ status: 'COMPLETED', posted_count: 10, totals: [{ taken: '120.00' }] });
  expect(await brokenInvariants(queryAt(databaseUrl()), club.id)).toEqual([]);
});

/** Terminates the session that waits for a lock of `blocker`, as a crash would. */
async function killWhoeverWaits(blocker: { query: (sql: string) => Promise<{ rows: { pid: number }[] }> }): Promise<void> {
  const { rows } = await blocker.query('SELECT pg_backend_pid() AS pid');
  for (;;) {
    const killed = await statement(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid)) AND datname = current_database()',
      [rows[0]!.pid],
    );
    if (killed.length > 0) return;
  }
}

test('a line that is posted cannot be changed, nor posted again', async () => {
  const club = await wrongClub(['ada']);
  const plan = await club.plan('8');
  await club.act('approve', plan);
  await postAll();
  for (const sql of [
    `UPDATE correction_lines SET status = 'PENDING', journal_entry_id = NULL, posted = NULL WHERE correction_id = $1`,
    'DELETE FROM correction_lines WHERE correction_id = $1',
  ]) {
    await expect(statement(sql, [plan.id]), sql).rejects.toMatchObject({ constraint: 'correction_lines_final' });
  }
});

test('posting that is canceled stops, and keeps what it posted', async () => {
  const club = await wrongClub(PEOPLE.slice(0, 4));
  const plan = await club.plan('8');
  await club.act('approve', plan);
  await postSome(1);
  expect(await club.act('cancel', plan)).toMatchObject({ status: 200, body: { status: 'CANCELLED', posted_count: 1 } });
  await postAll();
  expect(await posted(club)).toEqual({ entries: 1, lines: 1 });
});
