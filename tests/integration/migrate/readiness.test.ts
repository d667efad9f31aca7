import { randomUUID } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requireSchema } from '@/cli/require-schema';
import { databaseUrl, publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { addReadinessCheck } from '@/server/observability/readiness';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { ensureDatabase, withConnection } from '../../../prisma/connect';
import { migrate, migrationNames } from '../../../prisma/migrate';

/** Points the process at an empty database until the end of the test. */
async function emptyDatabase(): Promise<string> {
  const shared = databaseUrl();
  const name = `schema_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(shared, name);
  const url = new URL(shared);
  url.pathname = `/${name}`;
  const use = async (address: string): Promise<void> => {
    await closeDatabase();
    publishSettings({ DATABASE_URL: address });
  };
  await use(url.href);
  onTestFinished(async () => {
    await use(shared);
    addReadinessCheck('migrations', () => undefined);
    await withConnection(shared, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });
  return url.href;
}

test('readyz says no while a migration is missing, and yes once it was applied', async () => {
  const url = await emptyDatabase();
  const readyz = async () => {
    const { status, text } = await send(origin(), { method: 'GET', path: '/readyz' });
    return { status, ...(JSON.parse(text) as { checks: Record<string, string> }).checks };
  };
  await requireSchema();
  expect(await readyz()).toEqual({ status: 503, database: 'ok', migrations: 'failed' });

  const newest = (await migrationNames()).at(-1)!;
  const folder = await temporaryFolder('migrations');
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('prisma/migrations', join(folder, 'migrations'), { recursive: true });
  await rm(join(folder, 'migrations', newest), { recursive: true });
  await migrate(url, folder);
  expect(await readyz()).toEqual({ status: 503, database: 'ok', migrations: 'failed' });

  expect(await migrate(url)).toMatchObject({ migrations: [newest] });
  expect(await readyz()).toEqual({ status: 200, database: 'ok', migrations: 'ok' });
});
