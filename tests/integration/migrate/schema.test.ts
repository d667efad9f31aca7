/** The schema is written down three times for three readers: the migrations, the one page, and Prisma's. They say the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseUrl } from '@/env';
import { withConnection } from '../../../prisma/connect';
import { describeSchema } from '../../../prisma/describe';

const read = (name: string): string => readFileSync(join('prisma', name), 'utf8');

test('prisma/schema.sql is what the migrations and routines make of an empty database', async () => {
  expect(await withConnection(databaseUrl(), describeSchema), 'run `npm run schema`').toBe(read('schema.sql'));
});

/** Prisma's scalar types and what they are called in Postgres. */
const SCALARS: Readonly<Record<string, string>> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Boolean: 'boolean',
  Float: 'double precision',
  Json: 'jsonb',
  Bytes: 'bytea',
};
const NATIVE: Readonly<Record<string, string>> = {
  Uuid: 'uuid',
  'Timestamptz(3)': 'timestamp(3) with time zone',
  'Decimal(78, 18)': 'numeric(78,18)',
  'Decimal(16, 3)': 'numeric(16,3)',
  Json: 'json',
  SmallInt: 'smallint',
  Real: 'real',
  Date: 'date',
};

interface Declared {
  /** `name type` or `name type NOT NULL`. */
  readonly columns: readonly string[];
  /** Column names of the primary key. */
  readonly primary: string;
  /** Column names of each unique key. */
  readonly unique: readonly string[];
}

const keysOf = (body: string, attribute: string): string[] =>
  [...body.matchAll(new RegExp(`@@${attribute}\\(\\[([^\\]]*)\\]`, 'g'))].map(([, names]) => names!.replaceAll(' ', ''));
const fieldsWith = (body: string, attribute: string): string[] =>
  [...body.matchAll(new RegExp(`^  (\\w+) +\\S+[^\\n]* @${attribute}\\b`, 'gm'))].map(([, name]) => name!);

/** The models of schema.prisma by the table they map to; relations are no columns, and Prisma cannot say whether a list may be null. */
function declaredTables(): Record<string, Declared> {
  const models = [...read('schema.prisma').matchAll(/^model \w+ \{\n(.*?)^\}/gms)].map(([, body]) => body!);
  const declared = models.map((body) => {
    const fields = [...body.matchAll(/^  (\w+) +(\w+)(\[\]|\?)?(.*)$/gm)];
    const columns = fields.flatMap(([, field, scalar, mark, attributes]) => {
      const name = /@map\("(\w+)"\)/.exec(attributes!)?.[1] ?? field!;
      const type = NATIVE[/@db\.(\w+(?:\([^)]*\))?)/.exec(attributes!)?.[1] ?? ''] ?? SCALARS[scalar!];
      if (type === undefined) return [];
      return [`${name} ${type}${mark === '[]' ? '[]' : mark === '?' ? '' : ' NOT NULL'}`];
    });
    const table = /@@map\("(\w+)"\)/.exec(body)![1]!;
    const primary = [...keysOf(body, 'id'), ...fieldsWith(body, 'id')].join();
    return [
      table,
      { columns: columns.sort(), primary, unique: [...keysOf(body, 'unique'), ...fieldsWith(body, 'unique')].sort() },
    ] as const;
  });
  return Object.fromEntries(declared);
}

/** The same of the database. */
async function actualTables(): Promise<Record<string, Declared>> {
  const { rows } = await withConnection(databaseUrl(), (client) =>
    client.query<{ table: string } & Declared>(`
      SELECT c.relname AS table,
        ARRAY(SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull AND a.attndims = 0 THEN ' NOT NULL' ELSE '' END
              FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
        keys.primary, coalesce(keys.unique, '{}') AS unique
      FROM pg_class c LEFT JOIN LATERAL (
        SELECT max(columns) FILTER (WHERE contype = 'p') AS primary, array_agg(columns) FILTER (WHERE contype = 'u') AS unique
        FROM (SELECT k.contype, (SELECT string_agg(a.attname, ',' ORDER BY at) FROM unnest(k.conkey) WITH ORDINALITY AS key (number, at)
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = key.number) AS columns
              FROM pg_constraint k WHERE k.conrelid = c.oid) named
      ) keys ON true
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT IN ('_prisma_migrations', '_routines')`),
  );
  return Object.fromEntries(
    rows.map(({ table, columns, primary, unique }) => [table, { columns: [...columns].sort(), primary, unique: [...unique].sort() }]),
  );
}

test('schema.prisma names every table of the database, with its columns, their types, and its keys', async () => {
  expect(declaredTables()).toEqual(await actualTables());
});
