/** Keeps tables of facts in partitions by the time of their ids: made before their time, dropped as a whole, or without a column, when it is over. */
import { withTransaction } from './transaction';

export interface Partitioned {
  readonly table: string;
  /** The column of ids that it is partitioned by. */
  readonly key: string;
  readonly unit: 'day' | 'month';
  /** How many of its units have their partition before they begin. */
  readonly ahead: number;
}

/** An id that arrives before its partition is made waits in the default partition, so no lock is worth waiting for. */
const LOCK_TIMEOUT = '250ms';

const day = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Makes the partitions of the coming days or months, and drops those that are all before `keptFrom`. Meanwhile facts are stored, except
 * for moments. @returns how many partitions changed and rows were deleted; 0 while another process is at it.
 */
export function keepPartitions({ table, key, unit, ahead }: Partitioned, now: Date, keptFrom: Date): Promise<number> {
  return withTransaction(async (tx) => {
    await tx.query(`SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`);
    const [row] = await tx.query<{ changed: number }>(`SELECT keep_partitions($1, $2, $3, $4::date, $5, $6::date) AS changed`, [
      table,
      key,
      unit,
      day(now),
      ahead,
      day(keptFrom),
    ]);
    return row!.changed;
  });
}

/**
 * Forgets what a column says in the oldest month or day that is all before `before` and still has it, while the rest of its facts stays.
 * @returns whether there was one; false also while another process is at the partitions.
 */
export function forgetColumn({ table, key, unit }: Partitioned, column: string, before: Date): Promise<boolean> {
  return withTransaction(async (tx) => {
    await tx.query(`SELECT set_config('lock_timeout', '${LOCK_TIMEOUT}', true)`);
    const [row] = await tx.query<{ forgot: boolean }>(`SELECT forget_column($1, $2, $3, $4, $5::date) AS forgot`, [
      table,
      key,
      unit,
      column,
      day(before),
    ]);
    return row!.forgot;
  });
}
