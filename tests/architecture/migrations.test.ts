/** Migrations run on a database in use: none blocks writers while it reads or rewrites a whole table. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source';

/** Statements that read or rewrite a whole table under a lock that blocks writers. */
const BLOCKING = [
  /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (\w+)/is,
  /^ALTER TABLE (\w+) .*\bGENERATED ALWAYS AS .*\bSTORED\b/is,
  /^ALTER TABLE (\w+) .*\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/is,
  /^ALTER TABLE (\w+) .*\bSET NOT NULL\b/is,
  /^ALTER TABLE (\w+) .*\bADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY)\b(?!.*\bNOT VALID\b)/is,
];

function blockingStatements(sql: string): string[] {
  const statements = sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$.*?\$\$/gs, '')
    .split(';')
    .map((text) => text.trim().replace(/\s+/g, ' '));
  const made = new Set(statements.map((text) => /^CREATE TABLE (\w+)/i.exec(text)?.[1]));
  return statements.filter((text) => BLOCKING.some((pattern) => pattern.test(text) && !made.has(pattern.exec(text)![1])));
}

test.each([
  'CREATE INDEX i ON events (id)',
  'CREATE UNIQUE INDEX i ON events (id)',
  'ALTER TABLE events ADD COLUMN words text NOT NULL\n  GENERATED ALWAYS AS (lower(name)) STORED',
  'ALTER TABLE events ALTER COLUMN id TYPE bigint',
  'ALTER TABLE events ALTER COLUMN name SET NOT NULL',
  'ALTER TABLE events ADD CONSTRAINT named CHECK (name IS NOT NULL)',
])('%s is known to block', (statement) => {
  expect(blockingStatements(`-- Why.\n${statement};`)).toHaveLength(1);
  expect(blockingStatements(`CREATE TABLE events (id int);\n${statement};`)).toEqual([]);
});

test('no migration blocks the writers of a table that is in use for as long as it takes to read it', () => {
  const found = globSync('prisma/migrations/*/migration.sql', { cwd: ROOT }).flatMap((path) =>
    blockingStatements(readFileSync(join(ROOT, path), 'utf8')).map((statement) => `${path}: ${statement}`),
  );
  expect(found).toEqual([]);
});
