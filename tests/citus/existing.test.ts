/** A database that has rows is spread with them, is backed up while it is in use, and is restored into a spread one. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseUrl, publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { keepPartitions } from '@/server/db/partitions';
import { OUTCOME_PARTITIONS } from '@/server/db/repositories/events/event-queue';
import { requestLog } from '@/server/observability/request-log';
import { verifyAll } from '@/server/services/ledger/verify-ledger';
import { createSpreadDatabase, dropSpreadDatabase } from '@tests/support/citus';
import { organization, type TestOrganization } from '@tests/support/api';
import { contentOf } from '@tests/support/database-content';
import { populate } from '@tests/support/fuzz/population';
import { brokenInvariants } from '@tests/support/invariants';
import { programWithAsset } from '@tests/support/programs';
import { REAL_TIME } from '@tests/support/proof';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { backup, restore } from '../../prisma/backup';
import { ensureDatabase } from '../../prisma/connect';
import { migrate } from '../../prisma/migrate';

const shared = databaseUrl();
const nodes = inject('nodePorts')!;
const made: string[] = [];
let ours: readonly TestOrganization[];
let url: string;
let file: string;

function newName(): string {
  const name = `existing_${randomUUID().replaceAll('-', '')}`;
  made.push(name);
  return name;
}

async function use(address: string): Promise<void> {
  await closeDatabase();
  publishSettings({ DATABASE_URL: address });
  await closeDatabase();
}

/** A database of one node, with the rows of several organizations, some of them in partitions. */
beforeAll(async () => {
  const name = newName();
  const address = new URL(shared);
  address.pathname = `/${name}`;
  url = address.href;
  await ensureDatabase(shared, name);
  await migrate(url);
  await use(url);
  ours = await Promise.all([1, 2].map(() => organization({ mode: 'SANDBOX' })));
  for (const { api } of ours) await populate(api);
  // Requests are logged a moment later, in batches.
  await requestLog().flush();
  await keepPartitions(OUTCOME_PARTITIONS, new Date(), new Date(0));
  file = join(await temporaryFolder('spread-backup'), 'rewards.backup');
});

afterAll(async () => {
  await use(shared);
  await rm(dirname(file), { recursive: true, force: true });
  for (const name of made) await dropSpreadDatabase(nodes, name);
});

/** Everybody's ledger is whole, and balances go on from where they were. */
async function expectToGoOn(): Promise<void> {
  expect(await verifyAll(REAL_TIME)).toMatchObject({ broken: [] });
  for (const { api } of ours) {
    const balances = () =>
      api.get<{ data: { program_id: string; asset_id: string; available: string }[] }>('/participants/ext:ada/balances');
    const { program_id, asset_id, available } = (await balances()).body.data[0]!;
    const credit = { program_id, asset_id, type: 'CREDIT', amount: '1', description: 'Afterwards' };
    expect(await api.post('/participants/ext:ada/balances/adjust', credit)).toMatchObject({ status: 200 });
    expect(Number((await balances()).body.data[0]!.available) - Number(available)).toBe(1);
  }
  expect(await brokenInvariants(statement)).toEqual([]);
}

test('rows that were there before are spread with their tables, each once, and nothing stays behind of them', async () => {
  const before = await contentOf(url);
  await closeDatabase();
  await createSpreadDatabase(nodes, made[0]!);
  const told: string[] = [];
  const { spread } = await migrate(url, undefined, (table, done, all) => told.push(`${table} ${done}/${all}`));
  expect(told).toHaveLength(spread!.length);
  expect(told.at(-1)).toMatch(new RegExp(` ${spread!.length}/${spread!.length}$`));
  expect(await contentOf(url)).toEqual(before);
  expect(await migrate(url)).toEqual({ migrations: [], routines: [], spread: [] });
  await use(url);
  const [left] = await statement<{ bytes: number }>(
    `SELECT sum(pg_relation_size(t.relid))::int AS bytes FROM pg_dist_partition d CROSS JOIN pg_partition_tree(d.logicalrelid) AS t WHERE d.partmethod = 'h'`,
  );
  expect(left!.bytes).toBe(0);
  await expectToGoOn();
});

test('a backup that is taken of a spread database in use is of one moment, and is restored into a spread one with every row', async () => {
  const before = await contentOf(url);
  const spends = await Promise.all([programWithAsset(), programWithAsset()]);
  for (const spend of spends) await spend.addRule({});
  let over = false;
  const using = spends.map(async (spend) => {
    for (let number = 0; !over; number += 1) await spend.sendAndProcess({});
  });
  const counts = await backup(url, file).finally(() => (over = true));
  await Promise.all(using);
  const copy = await createSpreadDatabase(nodes, newName());
  expect(await restore(copy, file)).toEqual(counts);
  const after = await contentOf(copy);
  const ofOurs = (row: string): boolean => ours.some(({ id }) => row.includes(id));
  for (const [table, rows] of Object.entries(before)) expect(after[table]!.filter(ofOurs), table).toEqual(rows.filter(ofOurs));
  await expect(restore(copy, file)).rejects.toThrow('The database holds data already: restore into an empty one.');
  await use(copy);
  await expectToGoOn();
});

test('a backup is not restored into a database whose tables are spread already, and changes nothing of it', async () => {
  const empty = await createSpreadDatabase(nodes, newName());
  await migrate(empty);
  await expect(restore(empty, file)).rejects.toThrow('The tables of the database are spread already');
  expect((await contentOf(empty)).organizations).toEqual([]);
});

test('a backup of a spread database is restored into one Postgres, where entries are counted on from the last of any node', async () => {
  const name = newName();
  const one = new URL(shared);
  one.pathname = `/${name}`;
  await ensureDatabase(shared, name);
  await restore(one.href, file);
  const last = async (): Promise<string> =>
    (await statement<{ last: string }>(`SELECT max(sequence)::text AS last FROM journal_entries`))[0]!.last;
  await use(one.href);
  const before = await last();
  await expectToGoOn();
  expect(BigInt(await last())).toBe(BigInt(before) + BigInt(ours.length));
});
