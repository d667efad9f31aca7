/** The counting pieces of the storage benchmark: they say exactly what was written to tables made for the purpose. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { databaseUrl } from '@/env';
import { processorSeconds } from '@tests/bench/storage/processor';
import { growthBetween, vacuumedSizes } from '@tests/bench/storage/sizes';
import { costsOfTables } from '@tests/bench/storage/tables';
import { openWire } from '@tests/bench/storage/wire';
import { logBytes, logged, logPosition, rowsBetween, rowsWritten } from '@tests/bench/storage/writing';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const client = new Client(databaseUrl());

beforeAll(async () => {
  await client.connect();
  await client.query('CREATE EXTENSION pg_walinspect');
  // Only what is on disk can be read of the log, and the server of the tests does not wait for that.
  await client.query('SET synchronous_commit = on');
});
afterAll(() => client.end());

/** What a piece of work wrote to a table. */
async function writtenBy(name: string, work: () => Promise<unknown>) {
  await client.query('SELECT pg_stat_force_next_flush()');
  const before = { rows: await rowsWritten(client), lsn: await logPosition(client) };
  await work();
  await client.query('SELECT pg_stat_force_next_flush()');
  const lsn = await logPosition(client);
  const rows = rowsBetween(before.rows, await rowsWritten(client));
  const written = await logged(client, before.lsn, lsn);
  const bytes = await logBytes(client, before.lsn, lsn);
  return { ...rows.get(name), ...written.get(name), bytes, rows, logged: written };
}

describe('what is written', () => {
  test('every index that a row is in counts as an entry, a partial one only where its condition holds', async () => {
    await client.query(`CREATE TABLE entries_of_rows (id int PRIMARY KEY, amount int, word text)`);
    await client.query('CREATE INDEX ON entries_of_rows (amount) WHERE amount > 6');
    await client.query('CREATE INDEX ON entries_of_rows (word)');
    const written = await writtenBy('entries_of_rows', () =>
      client.query(`INSERT INTO entries_of_rows SELECT n, n, 'word ' || n FROM generate_series(1, 10) n`),
    );
    expect(written).toMatchObject({ inserted: 10, updated: 0, deleted: 0, index_entries: 24 });
    expect(written.wal_bytes).toBeGreaterThan(10 * 40);
    expect(written.bytes).toBeGreaterThanOrEqual(written.wal_bytes!);
  });

  test('entries are counted through the splits of pages', async () => {
    await client.query('CREATE TABLE split_pages (id uuid PRIMARY KEY DEFAULT gen_random_uuid())');
    const written = await writtenBy('split_pages', () => client.query('INSERT INTO split_pages SELECT FROM generate_series(1, 5000)'));
    expect(written.inserted).toBe(5_000);
    expect(written.index_entries).toBeGreaterThanOrEqual(5_000);
    // The first split of the root is the only other record that counts.
    expect(written.index_entries).toBeLessThanOrEqual(5_001);
  });

  test('a HOT update adds no entry, any other one adds one to each index', async () => {
    await client.query('CREATE TABLE versions_of_rows (id int PRIMARY KEY, amount int, word text) WITH (fillfactor = 50)');
    await client.query('CREATE INDEX ON versions_of_rows (word)');
    await client.query(`INSERT INTO versions_of_rows SELECT n, n, 'word' FROM generate_series(1, 10) n`);
    const hot = await writtenBy('versions_of_rows', () => client.query('UPDATE versions_of_rows SET amount = 0'));
    expect(hot).toMatchObject({ inserted: 0, updated: 10, hot: 10, index_entries: 0 });
    const cold = await writtenBy('versions_of_rows', () => client.query(`UPDATE versions_of_rows SET word = 'other' WHERE id <= 4`));
    expect(cold).toMatchObject({ updated: 4, hot: 0, index_entries: 8 });
    const gone = await writtenBy('versions_of_rows', () => client.query('DELETE FROM versions_of_rows WHERE id <= 3'));
    expect(gone).toMatchObject({ inserted: 0, updated: 0, deleted: 3, index_entries: 0 });
  });

  test('what is written to partitions, to TOAST and to their indexes counts for the table', async () => {
    await client.query('CREATE TABLE parted (id int PRIMARY KEY, body text) PARTITION BY RANGE (id)');
    await client.query('CREATE TABLE parted_low PARTITION OF parted FOR VALUES FROM (0) TO (10)');
    await client.query('CREATE TABLE parted_high PARTITION OF parted FOR VALUES FROM (10) TO (20)');
    await client.query('ALTER TABLE parted ALTER body SET STORAGE EXTERNAL');
    const written = await writtenBy('parted', () =>
      client.query(`INSERT INTO parted SELECT n, repeat('x', 6000) FROM generate_series(5, 14) n`),
    );
    expect(written).toMatchObject({ inserted: 10, updated: 0 });
    // A body of 6,000 bytes is kept in four pieces, each with an entry in the index of TOAST.
    expect(written.index_entries).toBe(10 + 10 * 4);
    expect(written.rows.has('parted_low')).toBe(false);
    expect(written.logged.has('parted_high')).toBe(false);
  });

  test('the costs of tables are those of one piece of work, and other tables have none', async () => {
    await client.query('CREATE TABLE written_to (id int PRIMARY KEY)');
    await client.query('CREATE TABLE left_alone (id int PRIMARY KEY)');
    const written = await writtenBy('written_to', () => client.query('INSERT INTO written_to SELECT generate_series(1, 20)'));
    const costs = costsOfTables({ rows: written.rows, logged: written.logged, growth: new Map() }, 10);
    const of = (name: string) => costs.find((cost) => cost.name === name);
    expect(of('written_to')).toMatchObject({ inserted: 2, index_entries: 2, table_bytes: 0 });
    expect(of('left_alone')).toMatchObject({ inserted: 0, index_entries: 0, wal_bytes: 0 });
  });
});

test('a table grows by its rows and indexes, and not by rows that are gone again', async () => {
  await client.query('CREATE TABLE grown (id int PRIMARY KEY, body text)');
  await client.query('CREATE TABLE passed_through (id int PRIMARY KEY, body text)');
  const before = await vacuumedSizes(client);
  for (const table of ['grown', 'passed_through'])
    await client.query(`INSERT INTO ${table} SELECT n, repeat('x', 1000) FROM generate_series(1, 700) n`);
  await client.query('DELETE FROM passed_through');
  const growth = growthBetween(before, await vacuumedSizes(client));
  // Seven rows of a little over a thousand bytes are on a page.
  expect(growth.get('grown')!.table).toBeGreaterThanOrEqual(100 * 8_192);
  expect(growth.get('grown')!.indexes).toBeGreaterThanOrEqual(8_192);
  expect(growth.get('passed_through')!.table).toBeLessThan(10 * 8_192);
});

test('the processor time of the server has that of connections which are closed again', async () => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${rows[0]!.pid}/stat`, 'utf8'))![1]);
  const before = processorSeconds(postmaster);
  const worker = new Client(databaseUrl());
  await worker.connect();
  await worker.query('SELECT count(*) FROM generate_series(1, 2000000) a WHERE a % 7 = 3');
  const during = processorSeconds(postmaster);
  await worker.end();
  expect(during - before).toBeGreaterThan(0.05);
  expect(processorSeconds(postmaster)).toBeGreaterThanOrEqual(during);
});

describe('a wire with a delay', () => {
  test('passes every byte on in order while its delay changes, and holds an answer back by the delay of both directions', async () => {
    const server = createServer((socket) => void socket.pipe(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await using wire = await openWire({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
    const socket = connect({ host: '127.0.0.1', port: wire.port });
    const sent = Array.from({ length: 200 }, (_, n) => `chunk ${n};`);
    let received = '';
    const all = new Promise<void>((resolve) => {
      socket.setEncoding('utf8').on('data', (text: string) => {
        received += text;
        if (received.length === sent.join('').length) resolve();
      });
    });
    for (const [n, chunk] of sent.entries()) {
      wire.delayMs = [20, 1, 0][n % 3]!;
      await new Promise<void>((resolve) => void socket.write(chunk, () => void resolve()));
    }
    await all;
    expect(received).toBe(sent.join(''));
    wire.delayMs = 30;
    const begun = performance.now();
    socket.write('more');
    await once(socket, 'data');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(58);
    socket.destroy();
    server.close();
  });
});
