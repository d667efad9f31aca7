import { expect, test, vi } from 'vitest';
import { IMPORT_ERRORS_KEPT, type Import } from '@/contract/import';
import { insertParticipants } from '@/server/db/repositories/events/enrollment';
import { statement, withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { runImports } from '@/server/services/imports/run-imports';
import { csv, importFile, runAllImports } from '@tests/support/imports';
import { brokenInvariants } from '@tests/support/invariants';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';

// Sessions that write participants are terminated: in this database only the worker writes them.
await useOwnDatabase();

const PEOPLE = 2_000;
const rows = Array.from({ length: PEOPLE }, (_, i) => `person-${i},BIG,${(i % 9) + 1}.5`);
const FILE = csv('external_id,asset_symbol,opening_balance', ...rows);
const TOTAL = rows.reduce((sum, row) => sum + Number(row.split(',')[2]), 0);
const REAL = { now: () => new Date() };

const read = async ({ api }: TestProgram, id: string) => (await api.get<Import>(`/imports/${id}`)).body;

const given = async (organizationId: string) =>
  (
    await statement<{ people: number; entries: number; total: string | null }>(
      `SELECT (SELECT count(*) FROM participants WHERE organization_id = $1) AS people, (SELECT count(*) FROM journal_entries WHERE organization_id = $1) AS entries,
         (SELECT trim_scale(sum(available))::text FROM balances WHERE organization_id = $1 AND account_type = 'PARTICIPANT') AS total`,
      [organizationId],
    )
  )[0]!;

/** Runs a worker that is stopped after this many batches. */
async function runSome(batches: number): Promise<void> {
  const ending = new AbortController();
  let asked = 0;
  const signal = new Proxy(ending.signal, {
    get: (target, name) => (name === 'aborted' ? (asked += 1) > batches : (Reflect.get(target, name) as unknown)),
  });
  await runImports({ clock: REAL, signal });
}

test('a large file is applied by workers, who go on where another stopped', async () => {
  const ours = await programWithAsset({ symbol: 'BIG' });
  const { body } = await importFile(ours, FILE);
  expect(body).toMatchObject({ status: 'QUEUED', rows: PEOPLE, processed: 0 });
  await runSome(3);
  const halfway = await read(ours, body.id);
  expect(halfway).toMatchObject({ status: 'QUEUED', phase: 'APPLYING' });
  expect(halfway.processed).toBeGreaterThan(0);
  expect(halfway.processed).toBeLessThan(PEOPLE);
  expect((await given(ours.id)).people).toBe(halfway.created);
  await runAllImports();
  expect(await read(ours, body.id)).toMatchObject({ status: 'COMPLETED', processed: PEOPLE, created: PEOPLE, credited: PEOPLE, failed: 0 });
  expect(await given(ours.id)).toEqual({ people: PEOPLE, entries: PEOPLE, total: String(TOTAL) });
  expect(await brokenInvariants(statement, ours.id)).toEqual([]);
  expect(await statement('SELECT 1 FROM import_rows WHERE organization_id = $1', [ours.id])).toEqual([]);
});

class Undone extends Error {}

/** Terminates the worker's connection while it waits for an external id that is then rolled back. */
async function breakOffAt(organizationId: string, externalId: string): Promise<void> {
  const holding = withTransaction(async (tx) => {
    await insertParticipants(tx, organizationId, new Date(), [{ id: newId(), externalId }]);
    const endWaiting = () =>
      statement(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO participants%'`,
      );
    await vi.waitUntil(async () => (await endWaiting()).length > 0, { timeout: 60_000, interval: 5 });
    throw new Undone();
  });
  await expect(holding).rejects.toThrow(Undone);
}

test('a batch that the database breaks off in the middle is done again, once', async () => {
  const ours = await programWithAsset({ symbol: 'BIG' });
  const { body } = await importFile(ours, FILE);
  await runSome(3);
  const running = runAllImports();
  await breakOffAt(ours.id, `person-${PEOPLE - 1}`);
  await running;
  await runAllImports();
  expect(await read(ours, body.id)).toMatchObject({ status: 'COMPLETED', created: PEOPLE, credited: PEOPLE });
  expect(await given(ours.id)).toEqual({ people: PEOPLE, entries: PEOPLE, total: String(TOTAL) });
  expect(await brokenInvariants(statement, ours.id)).toEqual([]);
});

test('whoever lost the lease does no more, and the next goes on', async () => {
  const ours = await programWithAsset({ symbol: 'BIG' });
  const { body } = await importFile(ours, FILE);
  const both = [runAllImports(), runAllImports()];
  await statement(`UPDATE imports SET lease_until = now() - interval '1 hour', lease_token = gen_random_uuid() WHERE id = $1`, [body.id]);
  await Promise.all(both);
  await runAllImports();
  expect(await given(ours.id)).toEqual({ people: PEOPLE, entries: PEOPLE, total: String(TOTAL) });
  expect(await brokenInvariants(statement, ours.id)).toEqual([]);
});

test('a cancelled import keeps what is applied and applies no more', async () => {
  const ours = await programWithAsset({ symbol: 'BIG' });
  const { body } = await importFile(ours, FILE);
  await runSome(4);
  const cancelled = await ours.api.post<Import>(`/imports/${body.id}/cancel`);
  expect(cancelled.body).toMatchObject({ status: 'CANCELLED' });
  await runAllImports();
  const left = await read(ours, body.id);
  expect(left.created).toBe(cancelled.body.created);
  expect(await given(ours.id)).toMatchObject({ people: left.created, entries: left.created });
  expect((await ours.api.post<Import>(`/imports/${body.id}/cancel`)).body).toMatchObject({ status: 'CANCELLED' });
  const again = await importFile(ours, FILE);
  await runAllImports();
  expect(await read(ours, again.body.id)).toMatchObject({
    created: PEOPLE - left.created,
    unchanged: left.created,
    credited: PEOPLE - left.created,
  });
});

test('a file that stopped coming is given up after an hour', async () => {
  const ours = await programWithAsset();
  const { body } = await importFile(ours, csv('external_id', 'ada'));
  await statement(
    `INSERT INTO imports (id, organization_id, program_id, dry_run, on_error, origin, request_id, lease_until, created_at, updated_at)
     SELECT gen_random_uuid(), organization_id, program_id, false, 'SKIP', '{}', 'req_x', now() - interval '1 second', now(), now() FROM imports WHERE id = $1`,
    [body.id],
  );
  await runAllImports();
  const { body: list } = await ours.api.get<{ data: Import[] }>('/imports?status=FAILED');
  expect(list.data).toMatchObject([{ error_code: 'request_canceled' }]);
});

test('as many errors are kept as there may be, whenever they were found; the rest is counted', async () => {
  const ours = await programWithAsset();
  const repeated = Array.from({ length: IMPORT_ERRORS_KEPT }, () => 'ada,');
  const { body } = await importFile(ours, csv('external_id,email', 'ben,nobody', 'ada,', ...repeated));
  await runAllImports();
  expect(await read(ours, body.id)).toMatchObject({ status: 'COMPLETED', error_count: IMPORT_ERRORS_KEPT + 1, created: 1 });
  expect(await statement('SELECT 1 FROM import_errors WHERE import_id = $1', [body.id])).toHaveLength(IMPORT_ERRORS_KEPT);
});
