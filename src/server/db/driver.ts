/**
 * Asks the database driver by its callbacks. What its own promises gave can stay reachable from one statement to the next until V8 looks for old
 * objects that are dead: four tenths of what a statement allocates grew old with them, and V8 had to look the more often.
 */
import type { ClientBase, Pool, PoolClient, QueryResultRow } from 'pg';
import type { PipelinedStatement } from './pipelined-statement';

/** @returns the rows. @throws what Postgres says, with the stack of the caller. */
export async function ask<Row extends QueryResultRow>(asked: Pick<ClientBase, 'query'>, statement: PipelinedStatement): Promise<Row[]> {
  try {
    return await new Promise((resolve, reject) => {
      asked.query<Row>(statement, (error: Error | undefined, result) => (error ? reject(error) : resolve(result.rows)));
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, ask);
    throw error;
  }
}

/** A connection of the pool, which is to be released. */
export const connected = (pool: Pool): Promise<PoolClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => (client ? resolve(client) : reject(error ?? new Error('The pool gave no connection.'))));
  });
