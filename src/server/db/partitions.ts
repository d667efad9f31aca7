/**
 * Keeps tables of facts in partitions by the time of their ids: made before their time; dropped as a whole, or rid of a column, when it is
 * over, nothing waits for one of their rows, and, where the operator asks for it, they are exported.
 */
import { only } from '@/domain/assert';
import { env } from '@/env';
import { firstIdAt, newIdAt } from '@/server/platform/ids';
import { exportRows, type Packed } from './partition-export';
import { statement, withTransaction, type Tx } from './transaction';

export interface Partitioned {
  readonly table: string;
  /** The column of ids that it is partitioned by. */
  readonly key: string;
  readonly unit: 'day' | 'month';
  /** How many of its units have their partition before they begin. */
  readonly ahead: number;
  /** A column whose rows still need those of the table whose key it holds. */
  readonly neededBy?: { readonly table: string; readonly column: string };
  /** A column whose values only this program can read. */
  readonly packed?: Packed;
}

/** An id that arrives before its partition is made waits in the default partition, so no lock is worth waiting for. */
const LOCK_TIMEOUT = '250ms';

const day = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Makes the partitions of the coming days or months, and drops those that are all before `keptFrom`. Meanwhile facts are stored, except
 * for moments. @returns how many partitions changed and rows were deleted; 0 while another process is at it.
 */
export async function keepPartitions(partitioned: Partitioned, now: Date, keptFrom: Date): Promise<number> {
  let changed = await makePartitions(partitioned, now);
  for (const past of await pastPartitions(partitioned, keptFrom)) changed += await dropPartition(partitioned, past);
  return changed + (await forgetUnplaced(partitioned, now, new Date(day(keptFrom))));
}

function makePartitions({ table, key, unit, ahead }: Partitioned, now: Date): Promise<number> {
  return withTransaction(async (tx) => {
    await limitWaiting(tx);
    const rows = await tx.query<{ made: number }>('SELECT make_partitions($1, $2, $3, $4::date, $5) AS made', [
      table,
      key,
      unit,
      day(now),
      ahead,
    ]);
    return only(rows).made;
  });
}

interface PastPartition {
  name: string;
  first: string;
  beyond: string;
}

const pastPartitions = ({ table, unit }: Partitioned, keptFrom: Date): Promise<PastPartition[]> =>
  statement<PastPartition>('SELECT name, first, beyond FROM past_partitions($1, $2, $3::date)', [table, unit, day(keptFrom)]);

/** What begins to need a row meanwhile locks it first, and so comes before the check or does not find the row any more. */
function dropPartition(partitioned: Partitioned, { name, first, beyond }: PastPartition): Promise<number> {
  return withTransaction(async (tx) => {
    if (!(await isAlone(tx, partitioned)) || !(await exists(tx, name))) return 0;
    await limitWaiting(tx);
    await tx.queryOnce(`LOCK TABLE ONLY "${name}" IN EXCLUSIVE MODE`);
    if (await isNeeded(tx, partitioned, first, beyond)) return 0;
    await exportIfAsked(tx, partitioned, name, `"${name}" t`);
    await tx.queryOnce(`DROP TABLE "${name}"`);
    return 1;
  });
}

/** Deletes what is too old and never had a partition. @returns how many rows. */
async function forgetUnplaced(partitioned: Partitioned, now: Date, keptFrom: Date): Promise<number> {
  const { table, key, neededBy } = partitioned;
  const isUnneeded = neededBy
    ? ` AND NOT EXISTS (SELECT 1 FROM "${neededBy.table}" w WHERE w.organization_id = t.organization_id AND w."${neededBy.column}" = t."${key}")`
    : '';
  const rowsBefore = (id: string): string => `"${table}_default" t WHERE t."${key}" < ${id}${isUnneeded}`;
  const first = firstIdAt(keptFrom);
  const found = await statement(`SELECT 1 FROM ${rowsBefore('$1')} LIMIT 1`, [first]);
  if (found.length === 0) return 0;
  const rows = rowsBefore(`'${first}'`);
  return withTransaction(async (tx) => {
    if (!(await isAlone(tx, partitioned))) return 0;
    await limitWaiting(tx);
    await tx.queryOnce(`LOCK TABLE ONLY "${table}_default" IN EXCLUSIVE MODE`);
    await exportIfAsked(tx, partitioned, `${table}_default_${newIdAt(now)}`, rows);
    const deleted = await tx.queryOnce<{ rows: number }>(
      `WITH deleted AS (DELETE FROM ${rows} RETURNING 1) SELECT count(*)::int AS rows FROM deleted`,
    );
    return only(deleted).rows;
  });
}

/**
 * Forgets what a nullable column says in the oldest day or month that is all before `before` and still has it, while the rest of its
 * facts stays. @returns whether there was one; false also while another process is at the partitions.
 */
export function forgetColumn(partitioned: Partitioned, column: string, before: Date): Promise<boolean> {
  const { table, key, unit } = partitioned;
  return withTransaction(async (tx) => {
    if (!(await isAlone(tx, partitioned))) return false;
    await limitWaiting(tx);
    const [past] = await tx.query<PastPartition>(
      `SELECT name, first, beyond FROM past_partitions($1, $2, $3::date)
       WHERE obj_description(name::regclass, 'pg_class') IS DISTINCT FROM 'without ' || $4 ORDER BY first LIMIT 1`,
      [table, unit, day(before), column],
    );
    if (!past) return false;
    await tx.queryOnce(`LOCK TABLE ONLY "${past.name}" IN SHARE ROW EXCLUSIVE MODE`);
    await exportIfAsked(tx, partitioned, past.name, `"${past.name}" t`);
    await tx.query('SELECT forget_column($1, $2, $3, $4, $5, $6)', [table, past.name, past.first, past.beyond, key, column]);
    return true;
  });
}

async function limitWaiting(tx: Tx): Promise<void> {
  await tx.query(`SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`);
}

/** Whether no other process changes the partitions of the table; then none does until the transaction ends. */
async function isAlone(tx: Tx, { table }: Partitioned): Promise<boolean> {
  const rows = await tx.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('partitions of ' || $1, 0)) AS taken`,
    [table],
  );
  return only(rows).taken;
}

async function exists(tx: Tx, name: string): Promise<boolean> {
  const rows = await tx.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return only(rows).found;
}

async function isNeeded(tx: Tx, { neededBy }: Partitioned, first: string, beyond: string): Promise<boolean> {
  if (!neededBy) return false;
  const { table, column } = neededBy;
  const rows = await tx.query(`SELECT 1 FROM "${table}" WHERE "${column}" >= $1 AND "${column}" < $2 LIMIT 1`, [first, beyond]);
  return rows.length > 0;
}

async function exportIfAsked(tx: Tx, { packed }: Partitioned, name: string, rows: string): Promise<void> {
  const folder = env().RETENTION_EXPORT_DIR;
  if (folder !== undefined) await exportRows(tx, { folder, name, rows, packed });
}
