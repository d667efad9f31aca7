/** The days of the request log: made before they begin, filled with what came too early for them, and dropped as a whole. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { RequestLogResource } from '@/contract/log';
import { publishSettings } from '@/env';
import { firstIdAt } from '@/server/platform/ids';
import { pool } from '@/server/db/client';
import { keepPartitions } from '@/server/db/partitions';
import { insertRequestLogs, REQUEST_LOG_PARTITIONS, type LoggedRequest } from '@/server/db/repositories/organizations/request-logs';
import { statement } from '@/server/db/transaction';
import { pruneRequestLogs } from '@/server/services/organizations/request-logs';
import { organization } from '@tests/support/api';
import { walked } from '@tests/support/listing';
import { loggedRequest } from '@tests/support/logged-request';
import { useOwnDatabase } from '@tests/support/own-database';

await useOwnDatabase();

const DAY_MS = 86_400_000;
/** Long ago, so that the requests of the tests themselves are never too old. */
const TODAY = Date.parse('2025-03-01T12:00:00Z');
const daysAgo = (days: number) => new Date(TODAY - days * DAY_MS);

const requestAt = (organization_id: string, at: Date, path: string): LoggedRequest =>
  loggedRequest({
    organization_id,
    request_id: `req_${firstIdAt(at).replaceAll('-', '').slice(0, 12)}${'0'.repeat(16)}`,
    path,
    route: path,
  });

/** How many of the inserted requests each has. */
const partitions = async (): Promise<Record<string, number>> => {
  const rows = await statement<{ name: string; rows: number }>(
    `SELECT c.relname AS name, (SELECT count(*) FROM request_logs l WHERE l.tableoid = c.oid AND l.route ~ '^/v1/[0-9]+$') AS rows
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'request_logs'::regclass ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name.replace('request_logs_', ''), count]));
};

/** Each test begins with no day made and nothing logged. */
beforeEach(async () => {
  await statement(
    `DO $$ DECLARE one text; BEGIN
       FOR one IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'request_logs'::regclass AND inhrelid <> 'request_logs_default'::regclass
       LOOP EXECUTE 'DROP TABLE ' || one; END LOOP;
     END $$`,
  );
  await statement('DELETE FROM request_logs');
});

test('days are made ahead with what waited for them, the list has them in order, and old ones go as a whole', async () => {
  const { api, id } = await organization();
  await insertRequestLogs([0, 1, 40].map((days) => requestAt(id, daysAgo(days), `/v1/${days}`)));
  expect((await partitions()).default).toBe(3);
  expect(await keepPartitions(REQUEST_LOG_PARTITIONS, daysAgo(1), daysAgo(60))).toBe(4);
  expect(await partitions()).toEqual({ 20250228: 1, 20250301: 1, 20250302: 0, 20250303: 0, default: 1 });
  expect(await keepPartitions(REQUEST_LOG_PARTITIONS, daysAgo(1), daysAgo(60))).toBe(0);
  const window = 'from=2025-01-01T00:00:00Z&to=2025-03-02T00:00:00Z';
  const paths = async (query = window) => (await walked<RequestLogResource>(api, `/logs?${query}`, 1)).map(({ path }) => path);
  expect(await paths()).toEqual(['/v1/0', '/v1/1', '/v1/40']);
  expect(await paths(`${window}&sort_dir=asc`)).toEqual(['/v1/40', '/v1/1', '/v1/0']);
  expect(await paths('from=2025-02-28T00:00:00Z&to=2025-03-01T00:00:00Z')).toEqual(['/v1/1']);
  expect(await paths(`${window}&route=/v1/1`)).toEqual(['/v1/1']);
  // The day of the old row, which was never made, and the partition of the day before.
  expect(await keepPartitions(REQUEST_LOG_PARTITIONS, daysAgo(0), daysAgo(0))).toBe(3);
  expect(await partitions()).toEqual({ 20250301: 1, 20250302: 0, 20250303: 0, 20250304: 0, default: 0 });
  expect(await paths()).toEqual(['/v1/0']);
});

test('the operator decides how many days are kept, and a request of the first of them stays', async () => {
  const { api, id } = await organization();
  publishSettings({ REQUEST_LOG_DAYS: '3' });
  const now = new Date();
  await insertRequestLogs([2, 3, 5].map((days) => requestAt(id, new Date(now.getTime() - days * DAY_MS), `/v1/${days}`)));
  await pruneRequestLogs({ clock: { now: () => now } });
  publishSettings({ REQUEST_LOG_DAYS: '30' });
  const kept = await walked<RequestLogResource>(api, '/logs?method=GET', 200);
  expect(kept.map(({ path }) => path).filter((path) => /^.v1.\d$/.test(path))).toEqual(['/v1/2', '/v1/3']);
});

test('two processes at once make each day once, and neither waits for the other', async () => {
  const changed = await Promise.all(Array.from({ length: 4 }, () => keepPartitions(REQUEST_LOG_PARTITIONS, daysAgo(-30), new Date(0))));
  expect(changed.reduce((sum, count) => sum + count)).toBe(4);
});

test('the log refuses a request of no organization, and any change of one', async () => {
  const { id } = await organization();
  await expect(insertRequestLogs([requestAt(crypto.randomUUID(), daysAgo(0), '/')])).rejects.toMatchObject({ code: '23503' });
  await insertRequestLogs([requestAt(id, daysAgo(0), '/')]);
  for (const table of ['request_logs', 'request_logs_default'])
    await expect(statement(`UPDATE ${table} SET status = 500 WHERE organization_id = $1`, [id])).rejects.toThrow('append-only');
});

test('whoever reads while a day is made of what waited for it finds every request at every moment', async () => {
  const { id } = await organization();
  await insertRequestLogs(Array.from({ length: 2_000 }, (_, n) => requestAt(id, new Date(TODAY + n), '/v1/read')));
  const found = async (made: { isMade: boolean }) => {
    const counts = new Set<number>();
    do {
      const [row] = await statement<{ n: number }>('SELECT count(*) AS n FROM request_logs WHERE organization_id = $1 AND id >= $2', [
        id,
        firstIdAt(daysAgo(1)),
      ]);
      counts.add(row!.n);
    } while (!made.isMade);
    return [...counts];
  };
  const made = { isMade: false };
  const readers = Array.from({ length: 6 }, () => found(made));
  await keepPartitions(REQUEST_LOG_PARTITIONS, daysAgo(0), daysAgo(1)).finally(() => (made.isMade = true));
  expect(await Promise.all(readers)).toEqual(Array.from({ length: 6 }, () => [2_000]));
});

test('a request that is logged while its day is being made is found in that day', async () => {
  const { id } = await organization();
  await insertRequestLogs([requestAt(id, daysAgo(40), '/v1/40')]);
  const logging = await pool().connect();
  try {
    await logging.query('BEGIN');
    await logging.query(
      `INSERT INTO request_logs SELECT (json_populate_record(l, json_build_object('id', $1::uuid))).* FROM request_logs l WHERE route = '/v1/40'`,
      [firstIdAt(daysAgo(0))],
    );
    const making = keepPartitions(REQUEST_LOG_PARTITIONS, daysAgo(0), new Date(0));
    await vi.waitUntil(async () => {
      const [row] = await statement<{ waits: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE relation = 'request_logs_default'::regclass AND NOT granted) AS waits`,
      );
      return row!.waits;
    });
    await logging.query('COMMIT');
    expect(await making).toBe(4);
  } finally {
    logging.release();
  }
  expect(await partitions()).toEqual({ 20250301: 1, 20250302: 0, 20250303: 0, 20250304: 0, default: 1 });
});
