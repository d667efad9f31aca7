/**
 * Brings a database to the newest schema: runs every file of prisma/migrations once, in order, each in one
 * transaction or as one index built concurrently, recorded exactly as Prisma does, and then gives functions and triggers
 * the text they have in prisma/sql, however many processes start at once. A database that can be spread over many nodes then is.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { messageOf } from '../src/domain/thrown';
import { withConnection } from './connect';
import { distribute, hasCitus, type OnSpread } from './distribute';
import { inPassing, tablesAfter } from './locks';
import { applyRoutines, readRoutines, type Routine } from './routines';

/** The schema cannot be brought up to date; the message is one sentence fit to print alone. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Recorded {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/** The lock that Prisma's own migrate takes, so that the two also exclude each other. */
export const PRISMA_LOCK = 72_707_369;

const LOCK_POLL_MS = 100;

/** Holds `migrations`, a folder each, and `sql`, the text of functions and triggers. */
const DIRECTORY = join(process.cwd(), 'prisma');

const CREATE_RECORD_TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

/** What `migrate` changed: the names of migrations, the paths of routines, and the tables spread over nodes, each in the order applied. */
export interface Migrated {
  readonly migrations: readonly string[];
  readonly routines: readonly string[];
  /** Absent where the database has but one node. */
  readonly spread?: readonly string[];
}

/**
 * Applies what is missing. An older release leaves the functions and triggers of a newer one alone, which it knows by a
 * migration that it does not have: so a release that changes prisma/sql also brings a migration.
 * @param directory holds `migrations`, a folder with a migration.sql each, and `sql`.
 * @param onSpread is told of each table that was spread; null leaves all of them on the node that is connected to.
 * @throws MigrationError when an applied file was changed, or a migration or routine fails; DatabaseUnavailableError.
 */
export async function migrate(url: string, directory = DIRECTORY, onSpread: OnSpread | null = () => undefined): Promise<Migrated> {
  const [migrations, routines] = await Promise.all([readMigrations(directory), readRoutines(join(directory, 'sql'))]);
  return withConnection(url, async (client) => {
    await lock(client);
    await client.query(`SET client_min_messages TO warning`);
    await client.query(CREATE_RECORD_TABLE);
    const records = await readRecords(client);
    const pending = pendingOf(migrations, records);
    for (const migration of pending) await apply(client, migration);
    const names = new Set(migrations.map(({ name }) => name));
    const isNewest = records.every(({ migration_name }) => names.has(migration_name));
    return {
      migrations: pending.map(({ name }) => name),
      routines: isNewest ? await replaceRoutines(client, routines) : [],
      ...(isNewest && onSpread && (await hasCitus(client)) && { spread: await spreadTables(client, onSpread) }),
    };
  });
}

async function replaceRoutines(client: pg.Client, routines: readonly Routine[]): Promise<string[]> {
  try {
    return await applyRoutines(client, routines);
  } catch (error) {
    throw new MigrationError(`The functions and triggers could not be replaced, and are as they were: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

async function spreadTables(client: pg.Client, onSpread: OnSpread): Promise<readonly string[]> {
  try {
    return await distribute(client, onSpread);
  } catch (error) {
    throw new MigrationError(`The tables could not be spread over the nodes of the database: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** The names of a release's migrations, oldest first. */
export async function migrationNames(directory = DIRECTORY): Promise<string[]> {
  const entries = await readdir(join(directory, 'migrations'), { withFileTypes: true });
  const names = entries.filter((item) => item.isDirectory()).map((item) => item.name);
  return names.sort();
}

async function readMigrations(directory: string): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames(directory)).map(async (name) => {
      const content = await readFile(join(directory, 'migrations', name, 'migration.sql'));
      return { name, sql: content.toString('utf8'), checksum: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

async function readRecords(client: pg.Client): Promise<Recorded[]> {
  const { rows } = await client.query<Recorded>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/** Records without a file are left alone: an older release may run against a newer schema, as Prisma allows. */
function pendingOf(migrations: readonly Migration[], records: readonly Recorded[]): Migration[] {
  const byName = new Map(records.map((record) => [record.migration_name, record]));
  return migrations.filter((migration) => {
    const record = byName.get(migration.name);
    if (!record) return true;
    if (!record.finished_at) {
      throw new MigrationError(
        `Migration ${migration.name} was begun by another tool and never finished: resolve it with \`prisma migrate resolve\` first.`,
      );
    }
    if (record.checksum !== migration.checksum) {
      throw new MigrationError(
        `Migration ${migration.name} was changed after this database applied it: restore the file and write a new migration instead.`,
      );
    }
    return false;
  });
}

/** Polls instead of waiting inside a statement: CREATE INDEX CONCURRENTLY would wait for that statement in turn. */
async function lock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [PRISMA_LOCK]);
    if (rows[0]?.locked) return;
    await delay(LOCK_POLL_MS);
  }
}

/** A migration that consists of this one statement, which cannot be part of a transaction. */
const BUILT_BESIDE_WRITES = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)/m;
const CHANGED_TABLE = /^ALTER TABLE (?:ONLY )?(\w+)/gim;

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const [, index] = BUILT_BESIDE_WRITES.exec(migration.sql) ?? [];
  try {
    const change = { tables: tablesAfter(CHANGED_TABLE, migration.sql), run: () => perform(client, migration) };
    if (index === undefined) await inPassing(client, change);
    else await build(client, index, migration);
  } catch (error) {
    throw new MigrationError(`Migration ${migration.name} failed and changed nothing: ${messageOf(error)}.`, { cause: error });
  }
}

/** Also removes what is left of a build that broke off, which no query uses, and without a lock that writers would wait for. */
async function build(client: pg.Client, index: string, migration: Migration): Promise<void> {
  const remove = `DROP INDEX CONCURRENTLY IF EXISTS ${index}`;
  await client.query(remove);
  try {
    await perform(client, migration);
  } catch (error) {
    await client.query(remove).catch(() => undefined);
    throw error;
  }
}

async function perform(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const { rows } = await client.query<{ started_at: Date }>('SELECT clock_timestamp() AS started_at');
  await client.query(sql);
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES ($1, $2, clock_timestamp(), $3, $4, 1)`,
    [randomUUID(), checksum, name, rows[0]?.started_at],
  );
}
