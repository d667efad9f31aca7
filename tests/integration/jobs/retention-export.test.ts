/** What is dropped for its age is written to a file before, where the operator asks for it. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { publishSettings } from '@/env';
import { keepPartitions } from '@/server/db/partitions';
import { insertRequestLogs, REQUEST_LOG_PARTITIONS } from '@/server/db/repositories/organizations/request-logs';
import { WEBHOOK_ATTEMPT_PARTITIONS, WEBHOOK_EVENT_PARTITIONS } from '@/server/db/repositories/webhooks/webhook-attempts';
import { statement } from '@/server/db/transaction';
import { firstIdAt } from '@/server/platform/ids';
import { organization } from '@tests/support/api';
import { loggedRequest } from '@tests/support/logged-request';
import { useOwnDatabase } from '@tests/support/own-database';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith } from '@tests/support/webhooks';

await useOwnDatabase();

const DAY_MS = 86_400_000;
const TODAY = new Date('2027-03-01T12:00:00Z');
const YESTERDAY = new Date(TODAY.getTime() - DAY_MS);

beforeEach(async () => {
  await statement(
    `DO $$ DECLARE one text; BEGIN
       FOR one IN SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'request_logs'::regclass AND inhrelid <> 'request_logs_default'::regclass
       LOOP EXECUTE 'DROP TABLE ' || one; END LOOP;
     END $$`,
  );
  await statement('DELETE FROM request_logs');
});

async function folderForExports(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'retention-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  exportTo(join(folder, 'dropped'));
  return join(folder, 'dropped');
}

function exportTo(folder: string): void {
  publishSettings({ RETENTION_EXPORT_DIR: folder });
  onTestFinished(() => publishSettings({ RETENTION_EXPORT_DIR: '' }));
}

const linesIn = async (path: string) =>
  gunzipSync(await readFile(path))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function logYesterday(count: number): Promise<string> {
  const { id } = await organization();
  const requestAt = (n: number) =>
    loggedRequest({
      organization_id: id,
      request_id: `req_${firstIdAt(YESTERDAY).replaceAll('-', '').slice(0, 12)}${String(n).padStart(16, '0')}`,
      path: `/v1/${n}`,
      request_body: `{"n":${n}}`,
    });
  await insertRequestLogs(Array.from({ length: count }, (_, n) => requestAt(n)));
  return id;
}

const logged = (id: string) => statement<{ path: string }>('SELECT path FROM request_logs WHERE organization_id = $1 ORDER BY id', [id]);

test('a day of the log is dropped once all of its requests are in a file, with bodies that anybody can read', async () => {
  const folder = await folderForExports();
  const id = await logYesterday(1_500);
  await keepPartitions(REQUEST_LOG_PARTITIONS, YESTERDAY, new Date(0));
  expect(await logged(id)).toHaveLength(1_500);
  await keepPartitions(REQUEST_LOG_PARTITIONS, TODAY, TODAY);
  expect(await logged(id)).toEqual([]);
  expect(await readdir(folder)).toEqual(['request_logs_20270228.ndjson.gz']);
  const lines = await linesIn(join(folder, 'request_logs_20270228.ndjson.gz'));
  expect(lines.map(({ path }) => path).sort()).toEqual(Array.from({ length: 1_500 }, (_, n) => `/v1/${n}`).sort());
  expect(lines.find(({ path }) => path === '/v1/7')).toMatchObject({ organization_id: id, bodies: { request: '{"n":7}' } });
});

test('a day that cannot be exported stays, and goes when it can be', async () => {
  const folder = await folderForExports();
  const file = join(folder, '..', 'no-folder');
  await writeFile(file, '');
  exportTo(file);
  const id = await logYesterday(3);
  await keepPartitions(REQUEST_LOG_PARTITIONS, YESTERDAY, new Date(0));
  await expect(keepPartitions(REQUEST_LOG_PARTITIONS, TODAY, TODAY)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await logged(id)).toHaveLength(3);
  exportTo(folder);
  await keepPartitions(REQUEST_LOG_PARTITIONS, TODAY, TODAY);
  expect(await logged(id)).toEqual([]);
  expect(await linesIn(join(folder, 'request_logs_20270228.ndjson.gz'))).toHaveLength(3);
});

test('what never had a day of its own is exported too, each time to a file of its own', async () => {
  const folder = await folderForExports();
  for (const count of [2, 3]) {
    const id = await logYesterday(count);
    await keepPartitions(REQUEST_LOG_PARTITIONS, TODAY, TODAY);
    expect(await logged(id)).toEqual([]);
  }
  const files = (await readdir(folder)).filter((name) => name.startsWith('request_logs_default_')).sort();
  expect(await Promise.all(files.map(async (name) => (await linesIn(join(folder, name))).length))).toEqual([2, 3]);
});

test('a month of webhooks is exported with what was sent and answered', async () => {
  const folder = await folderForExports();
  await using receiver = await startReceiver(200);
  const sandbox = await sandboxWith(receiver);
  const now = new Date();
  for (const kept of [WEBHOOK_ATTEMPT_PARTITIONS, WEBHOOK_EVENT_PARTITIONS]) await keepPartitions(kept, now, new Date(0));
  const { id } = await sandbox.send();
  await sandbox.advance('1s');
  const { attempts, payload } = await sandbox.delivery(id);
  const later = new Date(now.getTime() + 62 * DAY_MS);
  for (const kept of [WEBHOOK_ATTEMPT_PARTITIONS, WEBHOOK_EVENT_PARTITIONS]) await keepPartitions(kept, now, later);
  const month = `${now.toISOString().slice(0, 7).replace('-', '')}01`;
  const [attempt] = await linesIn(join(folder, `webhook_attempts_${month}.ndjson.gz`));
  expect(attempt).toMatchObject({
    delivery_id: id,
    outcome: 'DELIVERED',
    exchange: { url: receiver.url, requestHeaders: attempts[0]!.request.headers, response: { headers: attempts[0]!.response!.headers } },
  });
  expect(await linesIn(join(folder, `webhook_events_${month}.ndjson.gz`))).toMatchObject([{ id: payload.id, data: payload.data }]);
});
