/**
 * Keeps functions and triggers at the text that prisma/sql holds: a file is applied again whenever its checksum differs from
 * the one recorded, all changed files in one transaction, and never by a release older than the database.
 */
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { inPassing, tablesAfter } from './locks';

export interface Routine {
  /** Path below the folder, such as `ledger/apply_postings.sql`. */
  readonly path: string;
  readonly sql: string;
  readonly checksum: string;
}

const CREATE_RECORD_TABLE = `
  CREATE TABLE IF NOT EXISTS "_routines" (
    "path" text PRIMARY KEY,
    "checksum" text NOT NULL,
    "applied_at" timestamptz NOT NULL DEFAULT clock_timestamp()
  )`;

const TABLE_OF_TRIGGER = /\bTRIGGER\b[^;]*?\bON (\w+)/gi;

/** The files of a folder, ordered by path; none when there is no such folder. */
export async function readRoutines(folder: string): Promise<readonly Routine[]> {
  const paths: string[] = [];
  for await (const path of glob('**/*.sql', { cwd: folder })) paths.push(path);
  return Promise.all(
    paths.sort().map(async (path) => {
      const content = await readFile(join(folder, path));
      return { path, sql: content.toString('utf8'), checksum: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

/** Applies the files whose text the database does not have, and returns their paths. The caller holds the migration lock. */
export async function applyRoutines(client: pg.Client, routines: readonly Routine[]): Promise<string[]> {
  await client.query(CREATE_RECORD_TABLE);
  const { rows } = await client.query<{ path: string; checksum: string }>('SELECT path, checksum FROM "_routines"');
  const recorded = new Map(rows.map(({ path, checksum }) => [path, checksum]));
  const changed = routines.filter(({ path, checksum }) => recorded.get(path) !== checksum);
  const removed = [...recorded.keys()].filter((path) => !routines.some((routine) => routine.path === path));
  if (changed.length + removed.length === 0) return [];
  const tables = changed.flatMap(({ sql }) => tablesAfter(TABLE_OF_TRIGGER, sql));
  await inPassing(client, { tables, run: () => replace(client, changed, removed) });
  return changed.map(({ path }) => path);
}

async function replace(client: pg.Client, changed: readonly Routine[], removed: readonly string[]): Promise<void> {
  // Files call one another, so none can be checked before all are there.
  await client.query('SET LOCAL check_function_bodies = off');
  for (const { path, sql, checksum } of changed) {
    await client.query(sql).catch((error: Error) => {
      error.message = `${path}: ${error.message}`;
      throw error;
    });
    await client.query(
      `INSERT INTO "_routines" (path, checksum) VALUES ($1, $2)
       ON CONFLICT (path) DO UPDATE SET checksum = EXCLUDED.checksum, applied_at = clock_timestamp()`,
      [path, checksum],
    );
  }
  await client.query('DELETE FROM "_routines" WHERE path = ANY ($1)', [removed]);
}
