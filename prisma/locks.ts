/**
 * Changes the schema of a database in use: whoever writes waits behind a lock that is waited for, so each lock is waited for only briefly, and
 * a change that does not get all of its locks is undone and tried again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

export const LOCK_TIMEOUT_MS = 250;
const RETRY_MS = 100;
const MOST_TRIES = 240;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs `change` in one transaction. @throws when it fails, or a table that it needs was in use at each of the tries. */
export async function inPassing<T>(client: pg.Client, change: () => Promise<T>, mostTries = MOST_TRIES): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const result = await change();
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries >= mostTries)
        throw new Error(`another transaction held a table that it needs at each of ${tries} tries; end that one and try again`, {
          cause: error,
        });
    }
    await delay(RETRY_MS);
  }
}
