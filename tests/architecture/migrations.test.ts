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

/** Reads a whole table beside its writers, unless it is in the transaction that added the constraint, whose lock keeps them out. */
const VALIDATING = /\bVALIDATE CONSTRAINT\b/i;

function blockingStatements(sql: string): string[] {
  const statements = sql
    .replace(/--.*$/gm, '')
    .replace(/\$\$.*?\$\$/gs, '')
    .split(';')
    .map((text) => text.trim().replace(/\s+/g, ' '));
  const made = new Set(statements.map((text) => /^CREATE TABLE (\w+)/i.exec(text)?.[1]));
  const addsUnchecked = statements.some((text) => /\bNOT VALID$/i.test(text));
  return statements.filter(
    (text) =>
      BLOCKING.some((pattern) => pattern.test(text) && !made.has(pattern.exec(text)![1])) || (addsUnchecked && VALIDATING.test(text)),
  );
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

test('a constraint that is validated is known to block only where it was added by the same migration', () => {
  const [added, validated] = [
    'ALTER TABLE events ADD CONSTRAINT named CHECK (n > 0) NOT VALID;',
    'ALTER TABLE events VALIDATE CONSTRAINT named;',
  ];
  expect([added, validated].flatMap(blockingStatements)).toEqual([]);
  expect(blockingStatements(`${added}\n${validated}`)).toHaveLength(1);
});

test('every constraint that a migration added unchecked has been validated by a later one', () => {
  expect(readFileSync(join(ROOT, 'prisma', 'schema.sql'), 'utf8')).not.toContain('NOT VALID');
});

test('no migration blocks the writers of a table that is in use for as long as it takes to read it', () => {
  const found = globSync('prisma/migrations/*/migration.sql', { cwd: ROOT }).flatMap((path) =>
    blockingStatements(readFileSync(join(ROOT, path), 'utf8')).map((statement) => `${path}: ${statement}`),
  );
  expect(found).toEqual([]);
});
