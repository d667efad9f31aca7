/**
 * Changes the schema of a database in use: whoever writes waits behind a lock that is waited for, so each lock is waited for only briefly, and
 * a change that does not get all of its locks is undone and tried again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { fieldsOf } from '../src/domain/fields';

export const LOCK_TIMEOUT_MS = 250;
/** Postgres ends an automatic vacuum that somebody has waited for this long, unless its deadlock_timeout is set to more. */
const VACUUM_TIMEOUT_MS = 10_000;
const RETRY_MS = 100;
const MOST_TRIES = 240;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Change {
  /** The tables that it changes; those that do not exist yet are ignored. */
  readonly tables: readonly string[];
  run(): Promise<void>;
}

/** Runs `change` in one transaction. @throws when it fails, or a table that it needs was in use at each of the tries. */
export async function inPassing(client: pg.Client, change: Change, mostTries = MOST_TRIES): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('BEGIN');
      await keepVacuumAway(client, change.tables);
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await change.run();
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      if (fieldsOf(error).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries >= mostTries)
        throw new Error(`another transaction held a table that it needs at each of ${tries} tries; end that one and try again`, {
          cause: error,
        });
    }
    await delay(RETRY_MS);
  }
}

/** Nobody who reads or writes waits for this lock, or behind it, so it can be waited for until vacuum has made way. */
async function keepVacuumAway(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT c.oid::regclass::text AS name FROM unnest($1::text[]) AS named JOIN pg_class c ON c.oid = to_regclass(named) WHERE c.relkind IN ('r', 'p') ORDER BY 1`,
    [tables],
  );
  if (rows.length === 0) return;
  await client.query(
    `SET LOCAL lock_timeout = ${VACUUM_TIMEOUT_MS}; LOCK TABLE ${rows.map(({ name }) => name).join()} IN SHARE UPDATE EXCLUSIVE MODE`,
  );
}

/** The tables that statements name after these words. */
export const tablesAfter = (words: RegExp, sql: string): string[] => [...sql.matchAll(words)].flatMap((match) => match.slice(1, 2));
