/** Statements that travel together: one message, one answer, and what a failure among them does to the others. */
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pool } from '@/server/db/client';
import { ask, connected } from '@/server/db/driver';
import { PipelinedStatement } from '@/server/db/pipelined-statement';
import { sqlState, withTransaction } from '@/server/db/transaction';

const READY = 'Z';
const ROW_DESCRIPTION = 'T';
const DIVISION_BY_ZERO = '22012';
const IN_FAILED_TRANSACTION = '25P02';
const CACHED_PLAN_CHANGED = '0A000';

let client: PoolClient;
let names = 0;

beforeEach(async () => void (client = await connected(pool())));
afterEach(() => client.release(true));

const say = (text: string, values: readonly unknown[] = [], name?: string) => ask(client, new PipelinedStatement(text, values, name));
const newName = (): string => `test${(names += 1)}`;

/** What each came to: its rows, or the code of its error. */
const outcomes = async (asked: readonly Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(asked)).map((one) => (one.status === 'fulfilled' ? one.value : sqlState(one.reason)));

interface Wired {
  readonly connection: { readonly stream: NodeJS.ReadableStream };
}

/** The kinds of the messages that Postgres sends while something runs, a letter each. */
async function answered(work: () => Promise<unknown>): Promise<string> {
  const { stream } = (client as unknown as Wired).connection;
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer): void => void chunks.push(chunk);
  stream.on('data', keep);
  await work();
  stream.off('data', keep);
  const bytes = Buffer.concat(chunks);
  let kinds = '';
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) kinds += String.fromCharCode(bytes[at]!);
  return kinds;
}

const count = (kinds: string, kind: string): number => kinds.split(kind).length - 1;

test('what is asked for in one turn of the event loop is answered at once, each with its own rows', async () => {
  const kinds = await answered(async () => {
    const asked = [say('SELECT 1 AS one'), say('SELECT n FROM generate_series(1, $1::int) AS n', [3]), say('SELECT WHERE false')];
    expect(await Promise.all(asked)).toEqual([[{ one: 1 }], [{ n: 1 }, { n: 2 }, { n: 3 }], []]);
  });
  expect(count(kinds, READY)).toBe(1);
});

test('the rows of a prepared statement are described once for each connection, and read the same afterwards', async () => {
  const everything = `SELECT 9007199254740991::int8 AS big, 1.50::numeric AS amount, '2026-01-02T03:04:05.678Z'::timestamptz AS at, NULL::int AS nothing,
    '' AS empty, true AS yes, '{"a":[1]}'::jsonb AS json, '{a,NULL,"b c"}'::text[] AS list, '\\x00ff'::bytea AS bytes`;
  const name = newName();
  const { rows } = await client.query(everything);
  for (const described of [1, 0, 0]) {
    const kinds = await answered(async () => expect(await say(everything, [], name)).toEqual(rows));
    expect(count(kinds, ROW_DESCRIPTION)).toBe(described);
  }
});

test('a statement whose rows have changed since they were described fails, and gives no row under wrong names', async () => {
  const name = newName();
  await say('CREATE TEMPORARY TABLE things (a int DEFAULT 1, b int DEFAULT 2)');
  await say('INSERT INTO things DEFAULT VALUES');
  expect(await say('SELECT * FROM things', [], name)).toEqual([{ a: 1, b: 2 }]);
  await say('ALTER TABLE things DROP COLUMN a');
  expect(await outcomes([say('SELECT * FROM things', [], name)])).toEqual([CACHED_PLAN_CHANGED]);
});

test('what travels behind a statement that fails is refused and not done, and the connection goes on', async () => {
  await say('CREATE TEMPORARY TABLE things (a int)');
  const before = newName();
  const behind = newName();
  const asked = [
    say('SELECT 1 AS one', [], before),
    say('SELECT 1 / $1::int', [0]),
    say('INSERT INTO things VALUES (1)', [], behind),
    say('SELECT 2 AS two'),
  ];
  expect(await outcomes(asked)).toEqual([[{ one: 1 }], DIVISION_BY_ZERO, IN_FAILED_TRANSACTION, IN_FAILED_TRANSACTION]);
  expect(await say('SELECT count(*)::int AS rows FROM things')).toEqual([{ rows: 0 }]);
  // It was never prepared, as it was refused.
  expect(await Promise.all([say('SELECT 1 AS one', [], before), say('INSERT INTO things VALUES (1)', [], behind)])).toEqual([
    [{ one: 1 }],
    [],
  ]);
  expect(await say('SELECT count(*)::int AS rows FROM things')).toEqual([{ rows: 1 }]);
});

test('a transaction is rolled back also in the turn in which a statement of it fails', async () => {
  const asked = [say('BEGIN'), say('SELECT 1 / 0'), say('ROLLBACK')];
  expect(await outcomes(asked)).toEqual([[], DIVISION_BY_ZERO, []]);
  expect(client.getTransactionStatus()).toBe('I');
  expect(await say('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a savepoint is gone back to also in the turn in which a statement after it fails', async () => {
  const asked = [say('BEGIN'), say('SAVEPOINT here'), say('SELECT 1 / 0'), say('ROLLBACK TO SAVEPOINT here'), say('SELECT 1 AS one')];
  expect(await outcomes(asked)).toEqual([[], [], DIVISION_BY_ZERO, [], [{ one: 1 }]]);
  expect(client.getTransactionStatus()).toBe('T');
});

test('a transaction whose work fails while its statements are on their way fails for that, and leaves a connection that can be used', async () => {
  const failing = withTransaction((tx) => {
    tx.send('SELECT 1', []);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  const refused = withTransaction((tx) => {
    tx.send('SELECT 1 / $1::int', [0]);
    tx.send('SELECT 1', [], { failed: () => new Error('the wrong reason') });
  });
  expect(await outcomes([refused])).toEqual([DIVISION_BY_ZERO]);
  expect(await withTransaction((tx) => tx.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
});

test('a value that cannot be written fails its statement alone, before anything is sent', async () => {
  const bad = say('SELECT $1::timestamptz', [new Date(Number.NaN)], newName());
  await expect(bad).rejects.toThrow(RangeError);
  expect(await say('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('when the connection is lost, everything that waits on it fails', async () => {
  const asked = [say('SELECT pg_terminate_backend(pg_backend_pid())'), say('SELECT 1'), say('SELECT 2')];
  const ended = await Promise.allSettled(asked);
  expect(ended.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
