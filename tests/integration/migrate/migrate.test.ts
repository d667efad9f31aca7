import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseUrl } from '@/env';
import { ensureDatabase, withConnection } from '../../../prisma/connect';
import { inPassing, LOCK_TIMEOUT_MS } from '../../../prisma/locks';
import { migrate, MigrationError, PRISMA_LOCK } from '../../../prisma/migrate';

interface Fixture {
  readonly url: string;
  /** Holds `migrations` and `sql`, as prisma does. */
  readonly directory: string;
  write(migration: string, sql: string): Promise<void>;
  writeRoutine(path: string, sql: string): Promise<void>;
  /** Any file of it. */
  writeFileOf(path: string, sql: string): Promise<void>;
}

/** A new database and a folder of migrations to apply to it. */
async function fixture(files: Record<string, string>): Promise<Fixture> {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(databaseUrl(), name);
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  const url = new URL(databaseUrl());
  url.pathname = `/${name}`;
  const writeFileOf = async (path: string, sql: string): Promise<void> => {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), sql);
  };
  const write = (migration: string, sql: string): Promise<void> => writeFileOf(join('migrations', migration, 'migration.sql'), sql);
  const writeRoutine = (path: string, sql: string): Promise<void> => writeFileOf(join('sql', path), sql);
  for (const [folder, sql] of Object.entries(files)) await write(folder, sql);
  onTestFinished(async () => {
    await withConnection(databaseUrl(), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    await rm(directory, { recursive: true });
  });
  return { url: url.href, directory, write, writeRoutine, writeFileOf };
}

const query = async (url: string, sql: string): Promise<unknown[]> =>
  withConnection(url, async (client) => (await client.query(sql)).rows as unknown[]);

/** Processes that wait for the migration lock of this database. */
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_try_advisory_lock%'`;

test('migrations are applied once, in order, and recorded with the checksum of their file', async () => {
  const { url, directory } = await fixture({ '2_fill': 'INSERT INTO t VALUES (1);', '1_make': 'CREATE TABLE t (i int);' });
  expect(await migrate(url, directory)).toEqual({ migrations: ['1_make', '2_fill'], routines: [] });
  expect(await migrate(url, directory)).toEqual({ migrations: [], routines: [] });
  expect(await query(url, 'SELECT i FROM t')).toEqual([{ i: 1 }]);
  const records = await query(
    url,
    `SELECT migration_name, checksum, finished_at >= started_at AS finished, logs, rolled_back_at, applied_steps_count, length(id) AS id_length
     FROM _prisma_migrations ORDER BY started_at`,
  );
  expect(records).toEqual([
    {
      migration_name: '1_make',
      checksum: '8186644187b9318e7bad261254a7c99239fe95b1edc7e951c2b8f1edfa3654aa',
      finished: true,
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      id_length: 36,
    },
    {
      migration_name: '2_fill',
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      finished: true,
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      id_length: 36,
    },
  ]);
});

test('processes that start together apply each migration once', async () => {
  const { url, directory } = await fixture({ '1_make': 'CREATE TABLE t (i int);', '2_fill': 'INSERT INTO t VALUES (1);' });
  const applied = await withConnection(url, async (gate) => {
    await gate.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    const starting = Array.from({ length: 6 }, () => migrate(url, directory));
    await vi.waitUntil(async () => (await gate.query(WAITING)).rowCount === starting.length, { timeout: 60_000 });
    await gate.query('SELECT pg_advisory_unlock($1)', [PRISMA_LOCK]);
    return Promise.all(starting);
  });
  expect(applied.flatMap(({ migrations }) => migrations).sort()).toEqual(['1_make', '2_fill']);
  expect(await query(url, 'SELECT count(*)::int AS n FROM t')).toEqual([{ n: 1 }]);
});

test('an index is built beside the writes, and anew when a build broke off', async () => {
  const index = 'CREATE INDEX CONCURRENTLY t_i_idx ON t (i);';
  const { url, directory } = await fixture({ '1_make': 'CREATE TABLE other (i int);', '2_index': `-- Beside the writes.\n${index}` });
  await withConnection(url, async (client) => {
    await client.query('CREATE TABLE t (i int); INSERT INTO t VALUES (1), (1);');
    await client.query('CREATE UNIQUE INDEX CONCURRENTLY t_i_idx ON t (i)').catch(() => undefined);
  });
  const applied = await Promise.all([migrate(url, directory), migrate(url, directory)]);
  expect(applied.flatMap(({ migrations }) => migrations).sort()).toEqual(['1_make', '2_index']);
  expect(await query(url, `SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 't_i_idx'::regclass`)).toEqual([
    { indisvalid: true, indisunique: false },
  ]);
});

test('an applied migration whose file was changed is refused', async () => {
  const { url, directory, write } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await migrate(url, directory);
  await write('1_make', 'CREATE TABLE t (i bigint);');
  await expect(migrate(url, directory)).rejects.toThrow(
    new MigrationError('Migration 1_make was changed after this database applied it: restore the file and write a new migration instead.'),
  );
});

test('a migration that fails leaves nothing behind, and the next start applies its mended form', async () => {
  const { url, directory, write } = await fixture({ '1_make': 'CREATE TABLE t (i int); CREATE TABLE t (i int);' });
  await expect(migrate(url, directory)).rejects.toThrow(/^Migration 1_make failed and changed nothing: relation "t" already exists\.$/);
  expect(await query(url, `SELECT to_regclass('t') AS t`)).toEqual([{ t: null }]);
  await write('1_make', 'CREATE TABLE t (i int);');
  expect(await migrate(url, directory)).toEqual({ migrations: ['1_make'], routines: [] });
});

test('a migration that another tool began and did not finish is refused', async () => {
  const { url, directory, write } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await migrate(url, directory);
  await query(url, `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'y', '2_more')`);
  await write('2_more', 'SELECT 1;');
  await expect(migrate(url, directory)).rejects.toThrow(/^Migration 2_more was begun by another tool/);
});

const ONE = 'CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT two() - 1 $$;';
const TWO = 'CREATE OR REPLACE FUNCTION two() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$;';
const answer = (url: string): Promise<unknown[]> => query(url, 'SELECT one()');

test('functions get the text of their files, whichever calls which, and again only when a file changes', async () => {
  const { url, directory, writeRoutine } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await writeRoutine('numbers/one.sql', ONE);
  await writeRoutine('numbers/two.sql', TWO);
  expect(await migrate(url, directory)).toEqual({ migrations: ['1_make'], routines: ['numbers/one.sql', 'numbers/two.sql'] });
  expect(await migrate(url, directory)).toEqual({ migrations: [], routines: [] });
  await writeRoutine('numbers/two.sql', TWO.replace('SELECT 2', 'SELECT 12'));
  expect(await migrate(url, directory)).toEqual({ migrations: [], routines: ['numbers/two.sql'] });
  expect(await answer(url)).toEqual([{ one: 11 }]);
});

test('functions of which one fails all stay as they were', async () => {
  const { url, directory, writeRoutine } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await writeRoutine('one.sql', ONE);
  await writeRoutine('two.sql', TWO);
  await migrate(url, directory);
  await writeRoutine('one.sql', ONE.replace('- 1', '- 2'));
  await writeRoutine('two.sql', 'CREATE OR REPLACE FUNCTION two() RETURNS text LANGUAGE sql AS $$ SELECT 2 $$;');
  await expect(migrate(url, directory)).rejects.toThrow(
    /^The functions and triggers could not be replaced, and are as they were: two\.sql: /,
  );
  expect(await answer(url)).toEqual([{ one: 1 }]);
});

test('a release that lacks a migration of the database leaves its functions alone', async () => {
  const { url, directory, write, writeRoutine } = await fixture({ '1_make': 'CREATE TABLE t (i int);', '2_more': 'SELECT 1;' });
  await writeRoutine('one.sql', ONE);
  await writeRoutine('two.sql', TWO);
  await migrate(url, directory);
  await rm(join(directory, 'migrations', '2_more'), { recursive: true });
  await writeRoutine('two.sql', TWO.replace('SELECT 2', 'SELECT 12'));
  expect(await migrate(url, directory)).toEqual({ migrations: [], routines: [] });
  expect(await answer(url)).toEqual([{ one: 1 }]);
  await write('2_more', 'SELECT 1;');
  expect(await migrate(url, directory)).toEqual({ migrations: [], routines: ['two.sql'] });
});

const LOCK_AWAITED = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Runs `change` while a transaction has written to `t`, and another write in between. */
async function besideOpenTransaction(url: string, change: () => Promise<unknown>): Promise<void> {
  await withConnection(url, async (writer) => {
    await writer.query('BEGIN; INSERT INTO t VALUES (1)');
    await query(url, 'INSERT INTO t VALUES (2)');
    const changing = change();
    await vi.waitUntil(async () => (await query(url, LOCK_AWAITED)).length > 0, { timeout: 60_000, interval: 5 });
    await query(url, `SET lock_timeout = '5s'; INSERT INTO t VALUES (3)`);
    await writer.query('COMMIT');
    await changing;
  });
}

test('a trigger is replaced without making writers queue behind an open transaction', async () => {
  const { url, directory, writeRoutine } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await migrate(url, directory);
  const trigger = 'CREATE OR REPLACE TRIGGER kept BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();';
  await writeRoutine('kept.sql', trigger);
  await besideOpenTransaction(url, () => migrate(url, directory));
  expect(await query(url, `SELECT tgname FROM pg_trigger WHERE tgname = 'kept'`)).toHaveLength(1);
});

test('a migration changes a table without making writers queue behind an open transaction', async () => {
  const { url, directory, write } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await migrate(url, directory);
  await write('2_check', 'ALTER TABLE t ADD CONSTRAINT small CHECK (i < 10) NOT VALID;');
  await besideOpenTransaction(url, () => migrate(url, directory));
  await expect(query(url, 'INSERT INTO t VALUES (10)')).rejects.toMatchObject({ code: '23514', constraint: 'small' });
  expect(await query(url, 'SELECT count(*)::int AS n FROM t')).toEqual([{ n: 3 }]);
});

test('what is left of an index that was not built is removed without making writers queue behind an open transaction', async () => {
  const { url, directory, write } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await migrate(url, directory);
  await withConnection(url, async (client) => {
    await client.query('INSERT INTO t VALUES (1), (1)');
    await client.query('CREATE UNIQUE INDEX CONCURRENTLY t_i_idx ON t (i)').catch(() => undefined);
  });
  await write('2_index', 'CREATE INDEX CONCURRENTLY t_i_idx ON t (i);');
  await besideOpenTransaction(url, () => migrate(url, directory));
  expect(await query(url, `SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 't_i_idx'::regclass`)).toEqual([
    { indisvalid: true, indisunique: false },
  ]);
});

test('a change whose table is in use at every try gives up, changes nothing, and says what to do', async () => {
  const { url, directory } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await migrate(url, directory);
  await withConnection(url, async (reader) => {
    await reader.query('BEGIN; SELECT * FROM t');
    const changing = withConnection(url, (client) => {
      const run = async () => void (await client.query('CREATE TABLE made (i int); ALTER TABLE t ADD COLUMN j int'));
      return inPassing(client, { tables: ['t', 'made'], run }, 2);
    });
    await expect(changing).rejects.toThrow(
      /^another transaction held a table that it needs at each of 2 tries; end that one and try again$/,
    );
  });
  expect(await query(url, `SELECT to_regclass('made') AS made`)).toEqual([{ made: null }]);
});

test.each([
  ['a migration', 'migrations/2_check/migration.sql', 'ALTER TABLE t ADD CONSTRAINT small CHECK (i < 10) NOT VALID;'],
  [
    'a trigger',
    'sql/kept.sql',
    'CREATE OR REPLACE TRIGGER kept BEFORE UPDATE OF i OR DELETE\n  ON t FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();',
  ],
])('%s waits for vacuum to make way, without making writers queue behind it', async (_, path, sql) => {
  const { url, directory, writeFileOf } = await fixture({ '1_make': 'CREATE TABLE t (i int);' });
  await migrate(url, directory);
  await writeFileOf(path, sql);
  await withConnection(url, async (vacuum) => {
    // The lock that vacuum holds.
    await vacuum.query('BEGIN; LOCK TABLE t IN SHARE UPDATE EXCLUSIVE MODE');
    const changing = migrate(url, directory);
    const awaited = `SELECT mode FROM pg_locks WHERE relation = 't'::regclass AND waitstart < clock_timestamp() - interval '${2 * LOCK_TIMEOUT_MS} ms'`;
    await vi.waitUntil(async () => (await query(url, awaited)).length > 0, { timeout: 60_000, interval: 5 });
    expect(await query(url, awaited)).toEqual([{ mode: 'ShareUpdateExclusiveLock' }]);
    await query(url, 'BEGIN; LOCK TABLE t IN ROW EXCLUSIVE MODE NOWAIT; INSERT INTO t VALUES (1); COMMIT');
    await vacuum.query('COMMIT');
    const { migrations, routines } = await changing;
    expect([...migrations, ...routines]).toHaveLength(1);
  });
});
