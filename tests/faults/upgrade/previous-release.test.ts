/** The current service on the previous release's data, kept in `data-set`; `keep.ts` records the next one. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startPostgres, type EmbeddedPostgres } from '@/cli/postgres';
import { note } from '@tests/support/chance';
import { CrashableService, untilDone } from '@tests/support/crash';
import { send } from '@tests/support/http';
import { brokenInvariants, queryAt, type Query } from '@tests/support/invariants';
import { startReceiver } from '@tests/support/receiver';
import { Place } from '@tests/support/service';
import { checksumsOf, DATA_FILE, readKept, writeKeptSchema, type Kept } from '@tests/support/upgrade/kept';
import { Writer, type Written } from '@tests/support/upgrade/writer';
import { restore } from '../../../prisma/backup';
import { withConnection } from '../../../prisma/connect';
import { describeSchema } from '../../../prisma/describe';

/** The longest a write may wait for a migration. */
const BOUND_MS = 2_000;
/** Too many for an index on them to be built within the bound. */
const CROWD = 40_000;
const FASTER = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const SCHEMA = 'prisma';
const SHIFT = pathToFileURL(join(import.meta.dirname, '..', '..', 'support', 'clock-shift.mjs')).href;

let kept: Kept;
let place: Place;
let database: EmbeddedPostgres;
let service: CrashableService;
let query: Query;
let written: Written;
/** Answers to the kept requests, sent before anything else. */
let answers: readonly { path: string; status: number; body: unknown }[];

beforeAll(async () => {
  kept = await readKept();
  place = await Place.create();
  database = await startPostgres(join(place.folder, 'database'), { settings: FASTER });
  query = queryAt(database.url);
  await restore(database.url, DATA_FILE, await olderSchema());
  await addCrowd();
  const writer = new Writer(database.url, kept.writer);
  // The club resumes at the time at which it was recorded.
  const clock = { NODE_OPTIONS: `--import=${SHIFT}`, CLOCK_SHIFT_MS: String(Date.parse(kept.made_at) - Date.now()) };
  service = await CrashableService.start(place, { ...kept.settings, ...clock, DATABASE_URL: database.url });
  written = await writer.stop();
  answers = await Promise.all(kept.answers.map(async ({ path }) => ({ path, ...(await ask('GET', path)) })));
});

afterAll(async () => {
  await database?.stop();
  await place?.remove();
});

/** A folder with the schema of the kept release. */
async function olderSchema(): Promise<string> {
  const folder = join(place.folder, 'schema');
  await writeKeptSchema(kept, SCHEMA, folder);
  return folder;
}

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

test('the migrations that the release had are what they were', async () => {
  expect(await checksumsOf(SCHEMA)).toMatchObject(kept.migrations);
});

test('the upgraded database has the schema of a new one', async () => {
  expect(await withConnection(database.url, describeSchema)).toBe(await readFile(join(SCHEMA, 'schema.sql'), 'utf8'));
});

test('while the database is upgraded, no write fails or waits longer than two seconds', () => {
  note(`${written.entries} times three writes beside the migrations; the longest took ${Math.round(written.longestMs)} ms`);
  expect(written.failures).toEqual([]);
  expect(written.entries).toBeGreaterThan(0);
  expect(written.longestMs).toBeLessThan(BOUND_MS);
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
