/** Sweeps for due work: what they read grows with the organizations that have some, and not with how much each of them has. */
import { expect, test } from 'vitest';
import { earliestOfAny } from '@/server/db/organization-clock';
import { dueSubjects, nextStateDueOfAny } from '@/server/db/repositories/people/due-state';
import { statement, withTransaction } from '@/server/db/transaction';
import { organization } from '@tests/support/api';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const NOW = new Date('2026-03-01T12:00:00Z');
const after = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

/** Has very many counters, of which the first ends at `first` and each other one a second later. */
async function withCounters(first: Date, count: number) {
  const { id } = await organization();
  await statement(
    `INSERT INTO state_counters (organization_id, subject_type, subject_id, key, value, reset_after_ms, resets_at, updated_at)
     SELECT $1, 'PARTICIPANT', gen_random_uuid(), 'visits', 1, 60000, $2::timestamptz + n * interval '1 second', $2 FROM generate_series(0, $3::int - 1) AS n`,
    [id, first, count],
  );
  return id;
}

test('the earliest due time of all organizations is found by reading one row of each', async () => {
  await withCounters(after(30), 5_000);
  await withCounters(after(10), 5_000);
  await statement('ANALYZE');
  await withCounters(after(20), 5_000);
  const { due, read } = await withTransaction(async (tx) => {
    const readSoFar = async () => {
      const [row] = await tx.query<{ rows: number }>(
        `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'state_counters'`,
      );
      return row!.rows;
    };
    const before = await readSoFar();
    const [row] = await tx.query<{ due: Date }>(`SELECT ${earliestOfAny('state_counters', 'resets_at', 'true')} AS due`);
    return { due: row!.due, read: (await readSoFar()) - before };
  });
  expect(due).toEqual(after(10));
  expect(read).toBeLessThanOrEqual(2 * 3);
  expect(await nextStateDueOfAny(after(15))).toEqual(after(10));
  expect(await nextStateDueOfAny(after(5))).toBeNull();
});

test('what is due is taken from every organization, the longest due first, and from those whose clocks run ahead', async () => {
  const [early, late, ahead] = [await withCounters(after(-2), 2), await withCounters(after(-1), 1), await withCounters(after(60), 1)];
  await withCounters(after(120), 1);
  await statement(`UPDATE organizations SET mode = 'SANDBOX', clock_offset_ms = 3600000 WHERE id = $1`, [ahead]);
  const due = await dueSubjects(NOW, null, 100);
  expect(due.map(({ organization_id }) => organization_id).sort()).toEqual([early, early, late, ahead].sort());
  expect(due.find(({ organization_id }) => organization_id === ahead)?.clock_offset_ms).toBe(3_600_000);
  expect(await dueSubjects(NOW, late, 100)).toHaveLength(1);
  expect(await dueSubjects(after(-90), null, 100)).toEqual([]);
});
