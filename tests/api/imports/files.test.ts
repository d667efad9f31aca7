import { describe, expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { origin, transports } from '@tests/support/api';
import { send } from '@tests/support/http';
import { csv, importFile } from '@tests/support/imports';
import { programWithAsset } from '@tests/support/programs';

const imports = async (organizationId: string) =>
  (await statement<{ count: number }>('SELECT count(*) AS count FROM imports WHERE organization_id = $1', [organizationId]))[0]!.count;

describe('a file that cannot be read is refused whole and leaves nothing behind', () => {
  test.each([
    ['unknown columns', csv('external_id,colour,size', 'ada,red,xl'), /"colour", "size"/],
    ['a column twice', csv('external_id,email,email', 'ada,,'), /"email" more than once/],
    ['no external_id', csv('email', 'a@example.com'), /needs the column "external_id"/],
    ['semicolons', csv('external_id;email', 'ada;a@example.com'), /semicolons or tabs/],
    ['tabs', csv('external_id\temail', 'ada\ta@example.com'), /semicolons or tabs/],
    ['a quote that is never closed', csv('external_id,email', 'ada,"a@example.com'), /^Line 2: .*not closed/],
    ['a quote in the middle', csv('external_id,email', 'ada,"a"b'), /^Line 2: .*enclosed in quotes/],
    ['other characters than UTF-8', Buffer.from('external_id\r\nad\xe4\r\n', 'latin1'), /not UTF-8/],
    ['nothing', '', /empty/],
  ])('%s', async (_name, file, message) => {
    const ours = await programWithAsset();
    const { status, body } = await importFile(ours, file);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_csv' });
    expect(body.message).toMatch(message);
    expect(await imports(ours.id)).toBe(0);
  });
});

test.each([
  ['a byte order mark', '\ufeffexternal_id,email\r\nada,\r\n'],
  ['line feeds alone', 'external_id,email\nada,\n'],
  ['no line end at its end', 'external_id,email\r\nada,'],
  ['quoted cells', '"external_id","email"\r\n"ada",""\r\n'],
  ['blanks around the names of columns', 'external_id , email\r\nada,\r\n'],
])('a file with %s is read', async (_name, file) => {
  const ours = await programWithAsset();
  expect((await importFile(ours, file)).body).toMatchObject({ status: 'COMPLETED', created: 1, failed: 0 });
});

test('what was exported can be imported, and changes nothing', async () => {
  const ours = await programWithAsset();
  await ours.api.post('/participants', {
    external_id: '=ada',
    phone: '+49 171',
    first_name: '@a, "b"\nc',
    tags: ['a;b', 'c\\'],
    attributes: { plan: 'gold', deep: { list: [1] } },
    program_id: ours.program.id,
  });
  const path = '/v1/exports/participants.csv';
  const { text } = await send(origin(), { method: 'GET', path, headers: { authorization: `Bearer ${ours.key}` } });
  expect((await importFile(ours, text)).body).toMatchObject({ rows: 1, unchanged: 1, failed: 0 });
});

test.each(transports)('over $name only CSV is taken, in UTF-8, uncompressed', async (transport) => {
  const ours = await programWithAsset();
  const attempt = async (headers: Record<string, string>) =>
    (
      await transport.send({
        method: 'POST',
        path: `/v1/imports/participants?program_id=${ours.program.id}`,
        headers: { authorization: `Bearer ${ours.key}`, ...headers },
        body: csv('external_id', 'ada'),
      })
    ).status;
  expect(await attempt({ 'content-type': 'application/json' })).toBe(415);
  expect(await attempt({ 'content-type': 'text/csv; charset=latin1' })).toBe(415);
  expect(await attempt({ 'content-type': 'text/csv', 'content-encoding': 'gzip' })).toBe(415);
  expect(await attempt({ 'content-type': 'text/csv; charset=UTF-8; header=present' })).toBe(201);
});

test('a file beyond 100 MiB is refused before it is sent, and parameters are checked before it is read', async () => {
  const ours = await programWithAsset();
  const [path, headers] = [
    `/v1/imports/participants?program_id=${ours.program.id}`,
    { authorization: `Bearer ${ours.key}`, 'content-type': 'text/csv' },
  ];
  const tooLarge = await send(origin(), {
    method: 'POST',
    path,
    headers: { ...headers, 'content-length': String(100 * 2 ** 20 + 1) },
    body: '',
  });
  expect(JSON.parse(tooLarge.text)).toMatchObject({ code: 'request_too_large', message: expect.stringContaining('100 MiB') as string });
  for (const query of ['&dry_run=perhaps', '&on_error=IGNORE', '&colour=blue']) {
    expect(JSON.parse((await send(origin(), { method: 'POST', path: path + query, headers, body: 'x' })).text)).toMatchObject({
      code: 'validation_error',
    });
  }
});

test('a program that moves no value takes no import', async () => {
  const ours = await programWithAsset();
  await ours.api.patch(`/programs/${ours.program.id}`, { status: 'SUSPENDED' });
  expect((await importFile(ours, csv('external_id', 'ada'))).body).toMatchObject({ code: 'program_suspended' });
});
