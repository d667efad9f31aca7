/**
 * Backs up a whole database to one compressed file of lines: its schema version, every row of every table in
 * one snapshot, and their number, by which a truncated file is recognized. The service may run meanwhile.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { fieldsOf } from '../src/domain/fields';
import { withConnection } from './connect';
import { hasCitus, REFERENCE, type OnSpread } from './distribute';
import { inPassing } from './locks';
import { migrate, migrationNames } from './migrate';

/** The file is not a complete backup, or the database cannot take it; the message is one sentence fit to print alone. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const FORMAT = 1;
const PAGE = 2_000;
const MIGRATIONS = '_prisma_migrations';
/** Records of the schema, which the restoring release writes itself. */
const RECORDS = `'${MIGRATIONS}', '_routines'`;

interface Head {
  readonly format: number;
  readonly migrations: readonly string[];
}

/** The first letter of a line: H the head, T a table, R a row of it, S a sequence, E the end. */
type Kind = 'H' | 'T' | 'R' | 'S' | 'E';
const line = (kind: Kind, value: unknown): string => `${kind}${typeof value === 'string' ? value : JSON.stringify(value)}\n`;

export interface Counts {
  readonly tables: number;
  readonly rows: number;
}

const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Opens a snapshot on each node of a spread database. An organization is on one of them; what all nodes keep is held still in between, and each
 * node is read through one connection, so that everything of it is of one moment.
 */
function openSnapshots(client: pg.Client, url: string): Promise<void> {
  return withConnection(url, (holder) =>
    inPassing(holder, {
      tables: [],
      run: async () => {
        await holder.query(`LOCK TABLE ${[...REFERENCE].join()} IN SHARE MODE`);
        await client.query(SNAPSHOT);
        await client.query(`SET LOCAL citus.propagate_set_commands = 'local'; SET LOCAL citus.max_adaptive_executor_pool_size = 1`);
        await client.query('SELECT 1 FROM journal_entries LIMIT 1');
      },
    }),
  );
}

/** @throws DatabaseUnavailableError. */
export function backup(url: string, file: string): Promise<Counts> {
  return withConnection(url, async (client) => {
    await ((await hasCitus(client)) ? openSnapshots(client, url) : client.query(SNAPSHOT));
    await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL bytea_output = 'hex'`);
    const counts = { tables: 0, rows: 0 };
    await pipeline(Readable.from(linesOf(client, counts)), createGzip(), createWriteStream(file, { mode: 0o600 }));
    return counts;
  });
}

async function* linesOf(client: pg.Client, counts: { tables: number; rows: number }): AsyncGenerator<string> {
  const { rows: applied } = await client.query<{ name: string }>(`SELECT migration_name AS name FROM "${MIGRATIONS}" ORDER BY 1`);
  yield line('H', { format: FORMAT, migrations: applied.map(({ name }) => name) } satisfies Head);
  for (const table of await tablesOf(client)) {
    counts.tables += 1;
    yield line('T', table);
    const texts = (await writtenColumns(client, table)).map(({ name }) => `t."${name}"::text`);
    await client.query(
      `DECLARE page NO SCROLL CURSOR FOR SELECT array_to_json(ARRAY[${texts.join()}]::text[])::text AS row FROM "${table}" t`,
    );
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`FETCH ${PAGE} FROM page`);
      if (rows.length === 0) break;
      counts.rows += rows.length;
      yield rows.map(({ row }) => line('R', row)).join('');
    }
    await client.query('CLOSE page');
  }
  const { rows: sequences } = await client.query(
    `SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  for (const sequence of sequences) yield line('S', sequence);
  yield line('E', counts);
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN (${RECORDS}) ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Fills an empty database from a backup, completely or not at all. Foreign keys are recreated at the end,
 * which checks every row; triggers, whose effects the rows already include, are disabled meanwhile. A database that can be spread over nodes
 * is filled on one of them and then spread.
 * @param schema the folder of migrations and routines that the backup was made with: another release's, to be upgraded afterwards.
 * @throws BackupError, MigrationError, DatabaseUnavailableError.
 */
export async function restore(url: string, file: string, schema?: string, onSpread?: OnSpread): Promise<Counts> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity })[Symbol.asyncIterator]();
  const first = await lines.next().catch(() => ({ value: '' }));
  assertFits(String(first.value ?? ''), await migrationNames(schema));
  await migrate(url, schema, null);
  const counts = await withConnection(url, async (client) => {
    await client.query('BEGIN');
    await assertEmpty(client);
    const tables = await tablesOf(client);
    const keys = await rest(client, tables);
    const filled = await fill(client, lines, new Set(tables));
    await countOn(client);
    for (const key of keys) await client.query(`ALTER TABLE "${key.table}" ADD CONSTRAINT "${key.name}" ${key.definition}`);
    for (const table of tables) await client.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    return filled;
  });
  await migrate(url, schema, onSpread);
  return counts;
}

function assertFits(first: string, ours: readonly string[]): void {
  if (!first.startsWith('H')) throw new BackupError('This file is no backup of the service.');
  const { format, migrations } = fieldsOf(JSON.parse(first.slice(1)));
  if (format !== FORMAT || !Array.isArray(migrations) || migrations.join() !== ours.join())
    throw new BackupError('The backup was made by another release: restore it with that one, and then start this one on the database.');
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** @throws BackupError when the database holds data, or its tables are spread before they are filled. */
async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query('SELECT 1 FROM organizations UNION ALL SELECT 1 FROM users LIMIT 1');
  if (found.length > 0) throw new BackupError('The database holds data already: restore into an empty one.');
  if ((await hasCitus(client)) && (await client.query('SELECT FROM pg_dist_partition LIMIT 1')).rowCount)
    throw new BackupError('The tables of the database are spread already: restore into one that was never migrated, which is then spread.');
}

/** Drops the foreign keys, disables the triggers and empties the tables. */
async function rest(client: pg.Client, tables: readonly string[]): Promise<readonly ForeignKey[]> {
  const { rows: keys } = await client.query<ForeignKey>(
    `SELECT c.conrelid::regclass::text AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  for (const table of tables) await client.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
  // Rows that the migrations wrote are in the backup, too.
  for (const table of tables) await client.query(`DELETE FROM "${table}"`);
  return keys;
}

async function fill(client: pg.Client, lines: AsyncIterator<string>, known: ReadonlySet<string>): Promise<Counts> {
  const counts = { tables: 0, rows: 0 };
  let table = '';
  let columns: readonly Column[] = [];
  let waiting: string[] = [];
  const write = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const names = columns.map(({ name }) => `"${name}"`);
    const values = columns.map(({ type }, index) => `(r ->> ${index})::${type}`);
    await client.query(
      `INSERT INTO "${table}" (${names.join()}) OVERRIDING SYSTEM VALUE SELECT ${values.join()} FROM json_array_elements($1::json) r`,
      [`[${waiting.join()}]`],
    );
    counts.rows += waiting.length;
    waiting = [];
  };
  for (let next = await nextOf(lines); next !== null; next = await nextOf(lines)) {
    const [kind, text] = [next[0], next.slice(1)];
    if (kind === 'R') waiting.push(text);
    if (kind !== 'R' || waiting.length === PAGE) await write();
    if (kind === 'T') {
      if (!known.has(text)) throw new BackupError(`The backup has a table ${text}, which this release does not have.`);
      table = text;
      columns = await writtenColumns(client, text);
      counts.tables += 1;
    } else if (kind === 'S') {
      // As it is written above; what is not fails in the statement, and with it the whole.
      const { name, value } = JSON.parse(text) as { name: string; value: string };
      await client.query('SELECT setval($1::regclass, $2)', [`"${name}"`, value]);
    } else if (kind === 'E') {
      const whole = fieldsOf(JSON.parse(text));
      if (whole.rows !== counts.rows || whole.tables !== counts.tables) break;
      return counts;
    }
  }
  throw new BackupError('The backup is not whole: its end is missing, or rows are.');
}

/** Counters go on after every row: in a spread database each node has its own, of which a backup has those of one. */
async function countOn(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; counter: string }>(
    `SELECT c.relname AS table, a.attname AS name, pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS counter
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attidentity <> ''`,
  );
  for (const { table, name, counter } of rows)
    await client.query(
      `SELECT setval($1::regclass, m.most) FROM (SELECT max("${name}") AS most FROM "${table}") AS m WHERE m.most > (SELECT last_value FROM ${counter})`,
      [counter],
    );
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The columns that are not generated, by name: a row of a backup holds the text of each. */
async function writtenColumns(client: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname`,
    [`"${table}"`],
  );
  return rows;
}

async function nextOf(lines: AsyncIterator<string>): Promise<string | null> {
  const { value, done } = await lines.next().catch(() => ({ value: '', done: true }));
  return done ? null : value;
}
