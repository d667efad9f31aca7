/** What lets one schema run in one database or spread over many by organization: held by the catalog of a migrated database. */
import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { withConnection } from '../../../prisma/connect';
import { LOCAL, REFERENCE } from '../../../prisma/distribute';

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((name) => name !== ''));

/** Indexes by which those organizations are found that have something due, in tables with one row for each. */
const ONE_ROW_EACH = names(`
  activity_progress.activity_progress_due_idx hour_progress.hour_progress_due_idx entry_chains.entry_chains_checkpoint_idx`);

const isSpread = (table: string): boolean => !LOCAL.has(table) && !REFERENCE.has(table);

type Client = Parameters<Parameters<typeof withConnection>[1]>[0];

const read = async <Row extends object>(client: Client, sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows;
const inDatabase = <T>(work: (client: Client) => Promise<T>): Promise<T> => withConnection(databaseUrl(), work);

/** The tables of the schema; a partition is as its table is. */
const OURS = `c.relnamespace = 'public'::regnamespace AND NOT c.relispartition`;

interface Key {
  readonly table: string;
  readonly name: string;
  /** Names of its columns; an expression has none. */
  readonly columns: string;
  readonly unique: boolean;
}

/** Every index but those of a search, which are no order of rows; constraints that keep rows apart have one, too. */
const readKeys = (client: Client): Promise<Key[]> =>
  read<Key>(
    client,
    `
    SELECT c.relname AS table, i.relname AS name, x.indisunique OR x.indisexclusion AS unique,
      (SELECT string_agg(coalesce(a.attname, '()'), ',' ORDER BY place) FROM unnest(x.indkey) WITH ORDINALITY AS key (number, place)
       LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = key.number) AS columns
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam
    WHERE ${OURS} AND m.amname = 'btree'`,
  );

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  /** Whether a row can only refer to one of its own organization. */
  readonly within: boolean;
}

const readReferences = (client: Client): Promise<Reference[]> =>
  read<Reference>(
    client,
    `
    SELECT c.relname AS table, k.conname AS name, k.confrelid::regclass::text AS target, EXISTS (
      SELECT 1 FROM unnest(k.conkey, k.confkey) AS pair (own, other)
      JOIN pg_attribute o ON o.attrelid = k.conrelid AND o.attnum = pair.own JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attnum = pair.other
      WHERE o.attname = 'organization_id' AND t.attname = 'organization_id') AS within
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE ${OURS} AND k.contype = 'f'`,
  );

const nameOf = ({ table, name }: { readonly table: string; readonly name: string }): string => `${table}.${name}`;
const leadsWithOrganization = ({ columns }: Key): boolean => columns.split(',')[0] === 'organization_id';

async function brokenRules(client: Client): Promise<string[]> {
  const keys = await readKeys(client);
  const references = await readReferences(client);
  const wrong = keys.filter((key) => isSpread(key.table) && !leadsWithOrganization(key));
  const across = references.filter(({ table, target, within }) => isSpread(table) && !within && !REFERENCE.has(target));
  return [...wrong, ...across]
    .map(nameOf)
    .filter((name) => !ONE_ROW_EACH.has(name))
    .sort();
}

test('every table that is spread has an organization, which no row is without', async () => {
  const rows = await inDatabase((client) =>
    read<{ table: string; organized: boolean }>(
      client,
      `SELECT c.relname AS table, EXISTS (
         SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND a.attnotnull) AS organized
       FROM pg_class c WHERE ${OURS} AND c.relkind IN ('r', 'p')`,
    ),
  );
  const known = new Set(rows.map(({ table }) => table));
  expect([...LOCAL, ...REFERENCE].filter((table) => !known.has(table))).toEqual([]);
  expect(rows.filter(({ table, organized }) => isSpread(table) && !organized).map(({ table }) => table)).toEqual([]);
});

test('every key and index of a table that is spread begins with the organization, and its foreign keys stay within it', async () => {
  expect(await inDatabase(brokenRules)).toEqual([]);
});

test('an index over organizations is of a table that has one row for each', async () => {
  const keys = await inDatabase(readKeys);
  for (const name of ONE_ROW_EACH) {
    const table = name.split('.')[0]!;
    expect(keys.filter((key) => key.table === table && key.unique).map(({ columns }) => columns)).toEqual(['organization_id']);
    expect(keys.map(nameOf)).toContain(name);
  }
});

test('what is kept whole on every node refers to nothing else, and what stays on one node to nothing that is spread', async () => {
  const references = await inDatabase(readReferences);
  expect(references.filter(({ table, target }) => REFERENCE.has(table) && !REFERENCE.has(target)).map(nameOf)).toEqual([]);
  expect(references.filter(({ table, target }) => LOCAL.has(table) && isSpread(target)).map(nameOf)).toEqual([]);
});

test('one lookup goes across organizations: that of an API key by its hash, which nobody else has', async () => {
  const keys = await inDatabase(readKeys);
  const across = keys.filter((key) => key.table === 'api_keys' && !leadsWithOrganization(key));
  expect(across.map(({ name, unique }) => ({ name, unique }))).toEqual([{ name: 'api_keys_key_hash_key', unique: true }]);
});

test('a key without the organization, an index that does not begin with it and a foreign key that leaves it are found', async () => {
  const found = await inDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query(`
      CREATE TABLE careless (
        id uuid PRIMARY KEY, organization_id uuid NOT NULL, name text, user_id uuid REFERENCES sessions, group_id uuid, of_whom uuid,
        UNIQUE (name, organization_id), EXCLUDE (name WITH =), UNIQUE (organization_id, user_id),
        CONSTRAINT careless_group FOREIGN KEY (of_whom, group_id) REFERENCES groups (organization_id, id),
        CONSTRAINT careful_group FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id))`);
    await client.query('CREATE INDEX careless_name_idx ON careless (name)');
    const broken = await brokenRules(client);
    await client.query('ROLLBACK');
    return broken;
  });
  expect(found).toEqual(
    [
      'careless_group',
      'careless_name_excl',
      'careless_name_idx',
      'careless_name_organization_id_key',
      'careless_pkey',
      'careless_user_id_fkey',
    ].map((name) => `careless.${name}`),
  );
});
