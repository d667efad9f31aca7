/** The rows that were there before a constraint are checked without a lock that anybody who reads or writes them has, or waits for. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrl } from '@/env';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { ensureDatabase, withConnection } from '../../../prisma/connect';
import { migrate, migrationNames } from '../../../prisma/migrate';

const ADDING = '20261125000000_entry_types';
const VALIDATING = '20261125000100_entry_types_validated';
const IS_VALIDATED = `SELECT convalidated AS yes FROM pg_constraint WHERE conname = 'journal_entries_type_check'`;

test('entries are checked while others write them, in transactions that began before and end after', async () => {
  const name = `validation_${crypto.randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(databaseUrl(), name);
  const folder = await temporaryFolder('validation');
  onTestFinished(async () => {
    await withConnection(databaseUrl(), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    await rm(folder, { recursive: true });
  });
  const url = new URL(databaseUrl());
  url.pathname = `/${name}`;
  await cp(join('prisma', 'migrations'), join(folder, 'migrations'), { recursive: true });
  for (const later of (await migrationNames()).filter((one) => one > ADDING))
    await rm(join(folder, 'migrations', later), { recursive: true });
  await migrate(url.href, folder);
  await withConnection(url.href, async (writer) => {
    expect((await writer.query(IS_VALIDATED)).rows).toEqual([{ yes: false }]);
    await writer.query('BEGIN; LOCK TABLE journal_entries IN ROW EXCLUSIVE MODE');
    await cp(join('prisma', 'migrations', VALIDATING), join(folder, 'migrations', VALIDATING), { recursive: true });
    expect(await migrate(url.href, folder)).toEqual({ migrations: [VALIDATING], routines: [] });
    expect((await writer.query(IS_VALIDATED)).rows).toEqual([{ yes: true }]);
    await writer.query('COMMIT');
  });
});
