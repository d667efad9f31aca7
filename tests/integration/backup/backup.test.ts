/** A backup restores every row and a ledger that verifies; an incomplete backup or a non-empty target changes nothing. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrl, publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { requestLog } from '@/server/observability/request-log';
import { verifyAll } from '@/server/services/ledger/verify-ledger';
import { backup, BackupError, restore } from '../../../prisma/backup';
import { ensureDatabase, withConnection } from '../../../prisma/connect';
import { organization, type TestOrganization } from '@tests/support/api';
import { contentOf } from '@tests/support/database-content';
import { populate } from '@tests/support/fuzz/population';
import { brokenInvariants, queryAt } from '@tests/support/invariants';
import { useOwnDatabase } from '@tests/support/own-database';
import { REAL_TIME } from '@tests/support/proof';
import { temporaryFolder } from '@tests/support/temporary-folder';

await useOwnDatabase();

const original = databaseUrl();
const made: string[] = [];
let ours: TestOrganization;
let file: string;

beforeAll(async () => {
  ours = await organization({ mode: 'SANDBOX' });
  await populate(ours.api);
  // Requests are logged a moment after they are answered.
  await requestLog().flush();
  file = join(await temporaryFolder('backup'), 'rewards.backup');
});

afterAll(async () => {
  await rm(dirname(file), { recursive: true, force: true });
  await closeDatabase();
  publishSettings({ DATABASE_URL: original });
  for (const name of made) await withConnection(original, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
});

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(original, name);
  made.push(name);
  const url = new URL(original);
  url.pathname = `/${name}`;
  return url.href;
}

test('a restored database has every row, a ledger that proves whole, and goes on', async () => {
  const before = await contentOf(original);
  const counts = await backup(original, file);
  expect(counts.rows).toBeGreaterThan(200);
  const url = await emptyDatabase();
  expect(await restore(url, file)).toEqual(counts);
  expect(await contentOf(url)).toEqual(before);

  await closeDatabase();
  publishSettings({ DATABASE_URL: url });
  expect(await verifyAll(REAL_TIME)).toMatchObject({ broken: [] });
  const { body } = await ours.api.get<{ data: { program_id: string; asset_id: string }[] }>('/participants/ext:ada/balances');
  const { program_id, asset_id } = body.data[0]!;
  const credit = { program_id, asset_id, type: 'CREDIT', amount: '1', description: 'After the restore' };
  expect(await ours.api.post('/participants/ext:ada/balances/adjust', credit)).toMatchObject({ status: 200 });
  expect(await brokenInvariants(queryAt(url))).toEqual([]);
});

test('triggers and foreign keys are there again after a restore', async () => {
  const url = await emptyDatabase();
  await restore(url, file);
  const query = queryAt(url);
  await expect(query(`UPDATE journal_entries SET description = 'changed'`)).rejects.toThrow();
  await expect(
    query(
      `INSERT INTO program_participants SELECT organization_id, gen_random_uuid(), participant_id, now() FROM program_participants LIMIT 1`,
    ),
  ).rejects.toThrow();
  const [left] = await query<{ off: number }>(`SELECT count(*)::int AS off FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'`);
  expect(left?.off).toBe(0);
});

test('a file that was cut off, or is none, restores nothing, and data that is there is not overwritten', async () => {
  const whole = await readFile(file);
  const cut = `${file}.cut`;
  await writeFile(cut, whole.subarray(0, whole.length / 2));
  const url = await emptyDatabase();
  await expect(restore(url, cut)).rejects.toThrow(BackupError);
  expect((await contentOf(url)).organizations).toEqual([]);
  await writeFile(cut, 'no backup');
  await expect(restore(url, cut)).rejects.toThrow(BackupError);
  for (const head of ['{}', 'null', '{"format":1,"migrations":"all"}']) {
    await writeFile(cut, gzipSync(`H${head}\n`));
    await expect(restore(url, cut)).rejects.toThrow('The backup was made by another release');
  }
  await expect(restore(original, file)).rejects.toThrow('The database holds data already: restore into an empty one.');
});
