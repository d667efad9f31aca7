/** The previous release, kept in `data-set`, is upgraded while clients write to it; `keep.ts` records the next one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '@/cli/postgres';
import { newIdAt } from '@/server/platform/ids';
import { CAMPAIGN_SETTINGS } from '@tests/support/campaign';
import { note } from '@tests/support/chance';
import { CrashableService, untilDone } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants, queryAt, type Query } from '@tests/support/invariants';
import { startReceiver } from '@tests/support/receiver';
import { Installation } from '@tests/support/service';
import { Clients, type Answered as AnsweredClients } from '@tests/support/upgrade/clients';
import { checksumsOf, DATA_FILE, readKept, writeKeptSchema, type Kept } from '@tests/support/upgrade/kept';
import { KEPT_LAUNCHER, writeKeptService } from '@tests/support/upgrade/kept-service';
import { restore } from '../../../prisma/backup';
import { withConnection } from '../../../prisma/connect';
import { describeSchema } from '../../../prisma/describe';
import { LOCK_TIMEOUT_MS } from '../../../prisma/locks';
import { migrate, type Migrated } from '../../../prisma/migrate';

/** Postgres refuses a statement of the service that has waited for a lock this long. */
const BOUND_MS = 4 * LOCK_TIMEOUT_MS;
/** Too many for an index on them to be built within the bound. */
const CROWD = 40_000;
const CLIENTS = 4;
/** Rounds that each client makes before, amid and after the upgrade. */
const ROUNDS = 3;
/** How often the upgrade gives up a lock, and tries again, before it can get it. */
const TRIES = 3;
const PATIENCE = { timeout: 120_000, interval: 5 };
const UPGRADE = 'upgrade';
const FASTER = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const SCHEMA = 'prisma';
const SHIFT = pathToFileURL(join(import.meta.dirname, '..', '..', 'support', 'clock-shift.mjs')).href;

let kept: Kept;
let migrations: Readonly<Record<string, string>>;
let place: Installation;
let database: EmbeddedPostgres;
let service: CrashableService;
let query: Query;
let written: AnsweredClients;
let upgraded: Migrated;
/** Answers to the kept requests, sent before anything else. */
let answers: readonly { path: string; status: number; body: unknown }[];

beforeAll(async () => {
  kept = await readKept();
  migrations = await checksumsOf(SCHEMA);
  place = await Installation.create();
  database = await startPostgres(join(place.folder, 'database'), { settings: FASTER });
  query = queryAt(database.url);
  const release = await olderRelease();
  await restore(database.url, DATA_FILE, join(release, SCHEMA));
  await addCrowd();
  // The club resumes at the time at which it was recorded.
  const clock = { NODE_OPTIONS: `--import=${SHIFT}`, CLOCK_SHIFT_MS: String(Date.parse(kept.made_at) - Date.now()) };
  const settings = { ...CAMPAIGN_SETTINGS, ...kept.settings, ...clock, DATABASE_URL: database.url };
  await upgradeUnderLoad(release, settings);
  service = await CrashableService.start(place, settings);
  answers = await Promise.all(kept.answers.map(async ({ path }) => ({ path, ...(await ask('GET', path)) })));
});

afterAll(async () => {
  await database?.stop();
  await place?.remove();
});

/** A folder with the kept release. */
async function olderRelease(): Promise<string> {
  const folder = join(place.folder, 'release');
  await writeKeptService(folder);
  await writeKeptSchema(kept, SCHEMA, join(folder, SCHEMA));
  return folder;
}

/** Clients write to the kept release before, amid and after the migrations of this one. */
async function upgradeUnderLoad(release: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await query(`ALTER DATABASE "${nameOf(database.url)}" SET lock_timeout = ${BOUND_MS}`);
  const older = place.run(settings, KEPT_LAUNCHER, release);
  await older.ready();
  const clients = new Clients(older.address, kept.writer, CLIENTS);
  const goOn = async (): Promise<void> => {
    const before = clients.made;
    await vi.waitUntil(() => clients.made >= before + ROUNDS, PATIENCE);
  };
  await goOn();
  upgraded = await migrateBesideReader(goOn);
  await goOn();
  written = await clients.stop();
  await untilDone(query, 'events', kept.writer.organization_id);
  older.signal('SIGTERM');
  expect(await older.ended).toMatchObject({ code: 0 });
  await query(`ALTER DATABASE "${nameOf(database.url)}" RESET lock_timeout`);
}

/** A long report keeps the upgrade from a lock, again and again, and the clients go on meanwhile. */
async function migrateBesideReader(goOn: () => Promise<void>): Promise<Migrated> {
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('BEGIN; SELECT id FROM journal_entries LIMIT 1');
  const migrating = migrate(`${database.url}?application_name=${UPGRADE}`);
  for (let tries = 0; tries < TRIES; tries++) {
    await vi.waitUntil(async () => (await locksAwaited()) > 0, PATIENCE);
    await vi.waitUntil(async () => (await locksAwaited()) === 0, PATIENCE);
  }
  await goOn();
  await reader.query('COMMIT');
  await reader.end();
  return migrating;
}

/** How many locks the upgrade waits for now. */
async function locksAwaited(): Promise<number> {
  const rows = await query(`SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`, [UPGRADE]);
  return rows.length;
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function addCrowd(): Promise<void> {
  await query(
    `INSERT INTO participants (organization_id, id, external_id, email, created_at, updated_at)
     SELECT $1, gen_random_uuid(), 'crowd-' || number, 'somebody-' || number || '@example.com', now(), now() FROM generate_series(1, $2) AS number`,
    [kept.writer.organization_id, CROWD],
  );
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

async function ask(method: string, path: string, body?: object, more: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const headers = { authorization: `Bearer ${kept.api_key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...more };
  const { status, text } = await send(service.address, { method, path: `/v1${path}`, headers, body: body && JSON.stringify(body) });
  return { status, body: JSON.parse(text) as unknown };
}

test('the migrations that the release had are what they were', () => {
  expect(migrations).toMatchObject(kept.migrations);
});

test('the upgraded database has the schema of a new one', async () => {
  expect(await withConnection(database.url, describeSchema)).toBe(await readFile(join(SCHEMA, 'schema.sql'), 'utf8'));
});

test('while the database is upgraded, every request to the older release is answered, and none waits for longer than a few tries at a lock', () => {
  note(`${written.rounds} times three requests beside the migrations; the longest took ${Math.round(written.longestMs)} ms`);
  expect(written.failures).toEqual([]);
  expect(upgraded.migrations).toEqual(Object.keys(migrations).filter((name) => !(name in kept.migrations)));
  expect(upgraded.migrations.length).toBeGreaterThan(0);
});

test('of what was answered while the database was upgraded, nothing is lost or done twice', async () => {
  const balances = await query<{ external_id: string; available: string }>(
    `SELECT p.external_id, b.available::float8 AS available FROM balances b JOIN participants p ON p.organization_id = b.organization_id AND p.id = b.account_id
     WHERE b.organization_id = $1`,
    [kept.writer.organization_id],
  );
  expect(new Map(balances.map(({ external_id, available }) => [external_id, available]))).toEqual(written.balances);
  expect(written.balances.size).toBe(CLIENTS);
});

test('the constraint that the upgrade added is validated, and refuses a row that breaks it', async () => {
  const constraint = { conrelid: 'journal_entries', conname: 'journal_entries_type_check' };
  expect(
    await query(`SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE conname = $1 AND convalidated`, [constraint.conname]),
  ).toEqual([constraint]);
  const copy = `INSERT INTO journal_entries (organization_id, id, created_at, program_id, type, account_types, accounts, assets, buckets, amounts)
    SELECT organization_id, $2, $3, program_id, 'GIFT', account_types, accounts, assets, buckets, amounts FROM journal_entries WHERE organization_id = $1 LIMIT 1`;
  const now = new Date();
  await expect(query(copy, [kept.writer.organization_id, newIdAt(now), now])).rejects.toMatchObject({
    code: '23514',
    constraint: constraint.conname,
  });
});

test('the old key gets what the release answered: every report, every record, and the page after every cursor', () => {
  expect(kept.answers.some(({ path }) => path.includes('cursor='))).toBe(true);
  for (const [index, { path, body }] of kept.answers.entries()) {
    expect(answers[index], path).toMatchObject({ status: 200, body });
  }
});

test('a request that the release was sent is answered as it was, and does nothing again', async () => {
  const moved = () => query('SELECT count(*)::int AS entries FROM journal_entries WHERE program_id = $1', [kept.program_id]);
  const before = await moved();
  expect(kept.requests.length).toBeGreaterThan(5);
  for (const { path, body, headers, answer } of kept.requests)
    expect(await ask('POST', path, body, headers), path).toMatchObject({ status: 200, body: answer });
  expect(await moved()).toEqual(before);
});

test('a webhook that waits since then is signed with the secret that the receiver knows', async () => {
  await using receiver = await startReceiver(200);
  const { id, secret } = kept.endpoint;
  expect(await ask('PATCH', `/webhook-endpoints/${id}`, { url: receiver.url })).toMatchObject({ status: 200 });
  const [due] = await query<{ id: string }>('SELECT webhook_event_id AS id FROM webhook_queue WHERE id = $1', [kept.delivery_id]);
  expect(await ask('POST', '/sandbox/clock/advance', { by: '1h' })).toMatchObject({ status: 200 });
  const { body, headers } = receiver.received.find((received) => (JSON.parse(received.body) as { id: string }).id === due!.id)!;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(kept.made_at) });
  onTestFinished(() => void vi.useRealTimers());
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
});

test('everything that must hold does, the ledger proves whole, and the club goes on', async () => {
  const purchase = {
    program_id: kept.program_id,
    external_id: 'ada',
    idempotency_key: 'after',
    event_data: { type: 'purchase', amount: 5 },
  };
  expect(await ask('POST', '/events', purchase)).toMatchObject({ status: 202 });
  await untilDone(query, 'events');
  const { id } = (await ask('POST', '/reports/ledger-verification', {})).body as { id: string };
  const verification = async () => (await ask('GET', `/reports/ledger-verification/${id}`)).body as { status: string };
  await vi.waitUntil(async () => (await verification()).status !== 'RUNNING', { timeout: 30_000 });
  expect(await verification()).toMatchObject({ status: 'PASSED', violations: [] });
  expect(await brokenInvariants(query)).toEqual([]);
});
