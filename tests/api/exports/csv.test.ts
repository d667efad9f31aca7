import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { requestLog } from '@/server/observability/request-log';
import { organization, origin, transports, type TestOrganization } from '@tests/support/api';
import { readCsv } from '@tests/support/csv';
import { crowd } from '@tests/support/crowd';
import { send } from '@tests/support/http';
import { ledger } from '@tests/support/ledger';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { shop } from '@tests/support/redemptions';

// A test here terminates every exporting session; in this database there are no others.
await useOwnDatabase();

type Key = Pick<TestOrganization, 'key'>;
const [http] = transports;
const authorization = ({ key }: Key) => ({ authorization: `Bearer ${key}` });
const fetched = (ours: Key, file: string, headers = {}) =>
  http!.send({ method: 'GET', path: `/v1/exports/${file}`, headers: { ...authorization(ours), ...headers } });
const exported = async (ours: Key, file: string) => readCsv((await fetched(ours, file)).text);

test.each(transports)('over $name participants come with their tags and attributes in the order of the list', async (transport) => {
  const ours = await organization();
  await ours.api.post('/participants', {
    external_id: 'ada',
    first_name: '=cmd()',
    phone: '+49 171',
    tags: ['vip', 'a;b'],
    attributes: { plan: 'gold' },
  });
  await ours.api.post('/participants', { external_id: 'ben', display_name: 'Ben, "the\nsecond"' });
  const { status, headers, text } = await transport.send({
    method: 'GET',
    path: '/v1/exports/participants.csv',
    headers: authorization(ours),
  });
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="participants-\d{4}-\d\d-\d\dT\d{6}Z\.csv"$/);
  expect(readCsv(text)).toMatchObject([
    { external_id: 'ben', display_name: 'Ben, "the\nsecond"', tags: '', attributes: '{}', email: '', status: 'ACTIVE' },
    { external_id: 'ada', first_name: "'=cmd()", phone: "'+49 171", tags: 'a\\;b;vip', attributes: '{"plan":"gold"}' },
  ]);
});

test('journal entries take a row for each posting, with signed amounts as they are', async () => {
  const ours = await ledger();
  const entry = await ours.post({ amount: '1.50', description: '@here', reference_id: 'r-1' });
  const rows = await exported(ours, 'journal-entries.csv');
  expect(rows).toMatchObject([
    { id: entry.journal_entry_id, line: '1', account_type: 'SYSTEM_ISSUANCE', bucket: '', amount: '-1.50', description: "'@here" },
    {
      id: entry.journal_entry_id,
      line: '2',
      account_type: 'PARTICIPANT',
      account_id: ours.participant.id,
      bucket: 'AVAILABLE',
      amount: '1.50',
    },
  ]);
});

test('events come with their data, redemptions with their amounts', async () => {
  const ours = await shop();
  await ours.redeemed({ amount: '2.5' });
  await ours.send({ event_data: { type: 'visit', cups: 2 } });
  expect(await exported(ours, 'events.csv')).toMatchObject([
    { event_data: '{"type":"visit","cups":2}', status: 'PENDING', error_code: '' },
  ]);
  expect(await exported(ours, 'redemptions.csv')).toMatchObject([{ amount: '2.50', status: 'COMPLETED', reward_id: '' }]);
});

test('an export without rows is a header', async () => {
  const { text } = await fetched(await organization(), 'events.csv');
  expect(text).toMatch(/^id,program_id,participant_id,.*\r\n$/);
});

describe('filters are those of the lists', () => {
  test('participants by program, status, tag, search and time', async () => {
    const ours = await programWithAsset();
    for (const external_id of ['a', 'b', 'c']) await ours.api.post('/participants', { external_id });
    await ours.api.post('/participants', { external_id: 'b', program_id: ours.program.id, tags: ['vip'] });
    await ours.api.patch('/participants/ext:c', { status: 'SUSPENDED' });
    const names = async (query: string) => (await exported(ours, `participants.csv?${query}`)).map(({ external_id }) => external_id);
    expect(await names(`program_id=${ours.program.id}`)).toEqual(['b']);
    expect(await names('status=SUSPENDED')).toEqual(['c']);
    expect(await names('tag=VIP')).toEqual(['b']);
    expect(await names('search=A')).toEqual(['a']);
    expect(await names('sort_dir=asc')).toEqual(['a', 'b', 'c']);
    expect(await names('from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z')).toEqual([]);
  });

  test('journal entries by asset, type, reference and time', async () => {
    const ours = await ledger();
    const other = await ours.addAsset({});
    await ours.post({ reference_id: 'r-1' });
    await ours.post({ asset_id: other.id });
    const count = async (query: string) => (await exported(ours, `journal-entries.csv?${query}`)).length;
    expect(await count(`asset_id=${other.id}`)).toBe(2);
    expect(await count('reference_id=r-1')).toBe(2);
    expect(await count('type=DEBIT')).toBe(0);
    expect(await count(`program_id=${ours.program.id}&from=2020-01-01T00:00:00Z`)).toBe(4);
  });

  test('events by status and participant, redemptions by asset and status', async () => {
    const ours = await shop();
    await ours.redeemed();
    await ours.send({});
    const count = async (file: string) => (await exported(ours, file)).length;
    expect(await count('events.csv?status=PENDING&external_id=ada')).toBe(1);
    expect(await count('events.csv?status=FAILED')).toBe(0);
    expect(await count(`redemptions.csv?asset_id=${ours.asset.id}&participant_id=${ours.participant.id}`)).toBe(1);
    expect(await count('redemptions.csv?status=PENDING')).toBe(0);
  });

  test.each(['limit=10', 'cursor=abc', 'colour=blue', 'status=SLEEPING', 'to=2020-01-01T00:00:00Z'])('%s is refused', async (query) => {
    const { status, text } = await fetched(await organization(), `participants.csv?${query}`);
    expect({ status, code: (JSON.parse(text) as { code: string }).code }).toEqual({ status: 400, code: 'validation_error' });
  });
});

test('an export holds nothing of another organization, and needs a key', async () => {
  const [ours, theirs] = [await ledger(), await ledger()];
  await theirs.post();
  for (const file of ['participants.csv', 'journal-entries.csv', 'events.csv', 'redemptions.csv'])
    expect((await fetched(ours, file)).text).not.toContain(theirs.program.id);
  expect(await exported(ours, 'journal-entries.csv')).toEqual([]);
  expect((await send(origin(), { method: 'GET', path: '/v1/exports/events.csv' })).status).toBe(401);
});

/** Reads part of an export and pauses; `go` reads the rest. Uses a new connection: a used one buffers more unread data. */
async function paused(ours: Key, file: string): Promise<{ go(): Promise<string>; leave(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin()}/v1/exports/${file}`, { headers: authorization(ours), agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('error', () => undefined);
      incoming.once('data', (chunk: string) => {
        text += chunk;
        incoming.pause();
        resolve({
          go: () =>
            new Promise((done) => {
              incoming.on('data', (more: string) => void (text += more));
              incoming.on('end', () => done(text));
              incoming.resume();
            }),
          leave: () =>
            new Promise((done) => {
              incoming.on('close', done);
              outgoing.destroy();
            }),
        });
      });
    });
    outgoing.on('error', reject).end();
  });
}

const CROWD = 5_000;
/** Both ends of a connection buffer a few megabytes unread: this file has 25, so that its writer waits for the reader. */
const LONG_VALUE = 5_000;
let made: Promise<TestProgram> | undefined;
const crowded = (): Promise<TestProgram> =>
  (made ??= programWithAsset().then(async (ours) => {
    await crowd(ours, CROWD);
    await statement(
      `INSERT INTO state_attributes (organization_id, subject_type, subject_id, key, value, updated_at)
       SELECT organization_id, 'PARTICIPANT', id, 'essay', to_json(repeat('x', $2)), now() FROM participants WHERE organization_id = $1`,
      [ours.id, LONG_VALUE],
    );
    return ours;
  }));

test('all rows are of the moment in which the export began', async () => {
  const ours = await crowded();
  const reading = await paused(ours, 'participants.csv?search=person');
  await ours.api.post('/participants', { external_id: 'late' });
  await statement(`UPDATE participants SET email = 'changed@example.com' WHERE organization_id = $1 AND external_id LIKE 'person-1__'`, [
    ours.id,
  ]);
  const text = await reading.go();
  expect(readCsv(text)).toHaveLength(CROWD);
  expect(text).not.toMatch(/late|changed@/);
});

async function codesLogged(ours: TestOrganization): Promise<(string | null)[]> {
  await requestLog().flush();
  const { body } = await ours.api.get<{ data: { error_code: string | null }[] }>('/logs?route=%2Fv1%2Fexports%2Fparticipants.csv');
  return body.data.map(({ error_code }) => error_code);
}

const running = async () =>
  (
    await statement<{ count: number }>(
      `SELECT count(*) AS count FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE '%rows_of_snapshot%' AND query NOT LIKE '%pg_stat_activity%'`,
    )
  )[0]!.count;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds()));
}

test('two exports run at once and a third is told to wait; a reader that leaves makes room, ends its query and is in the log', async () => {
  const ours = await crowded();
  const readers = [await paused(ours, 'participants.csv'), await paused(ours, 'participants.csv')];
  const third = await fetched(ours, 'participants.csv');
  expect({ status: third.status, retry: third.headers['retry-after'] }).toEqual({ status: 429, retry: '30' });
  expect(JSON.parse(third.text)).toMatchObject({ code: 'too_many_requests' });
  for (const reader of readers) await reader.leave();
  await until(async () => (await running()) === 0);
  await until(async () => (await fetched(ours, 'participants.csv?search=nobody')).status === 200);
  expect(await codesLogged(ours)).toEqual(expect.arrayContaining(['request_canceled', 'request_canceled', 'too_many_requests']));
});

test('an export whose query fails in the middle breaks the connection and is in the log as failed', async () => {
  const ours = await crowded();
  let terminated = 0;
  const outcome = new Promise<string>((resolve) => {
    request(`${origin()}/v1/exports/participants.csv`, { headers: authorization(ours), agent: false }, (incoming) => {
      incoming.once('data', () => {
        incoming.pause();
        void statement(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND query LIKE 'FETCH%rows_of_snapshot'`,
        ).then(({ length }) => {
          terminated = length;
          incoming.resume();
        });
      });
      incoming.on('end', () => resolve('looks whole'));
      incoming.on('error', () => resolve('broken'));
    }).end();
  });
  expect([await outcome, terminated]).toEqual(['broken', 1]);
  expect(await codesLogged(ours)).toContain('service_unavailable');
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a caller that takes %s gets the same rows, smaller', async (coding, decompress) => {
  const ours = await programWithAsset();
  await crowd(ours, 2_000);
  const chunks: Buffer[] = [];
  const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
    request(
      `${origin()}/v1/exports/participants.csv`,
      { headers: { ...authorization(ours), 'accept-encoding': `deflate, ${coding}` } },
      (incoming) => {
        incoming.on('data', (chunk: Buffer) => void chunks.push(chunk));
        incoming.on('end', () => resolve(incoming.headers));
      },
    )
      .on('error', reject)
      .end();
  });
  expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
  const sent = Buffer.concat(chunks);
  const text = decompress(sent).toString('utf8');
  expect(readCsv(text)).toHaveLength(2_000);
  expect(sent.length).toBeLessThan(text.length / 3);
});

test.each(transports)('over $name HEAD answers the headers alone and reads nothing', async (transport) => {
  const { status, headers, text } = await transport.send({
    method: 'HEAD',
    path: '/v1/exports/redemptions.csv',
    headers: authorization(await organization()),
  });
  expect({ status, type: headers['content-type'], text }).toEqual({ status: 200, type: 'text/csv; charset=utf-8', text: '' });
});
