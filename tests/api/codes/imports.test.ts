/** Files of codes: added in the background, part by part, with every line that gave no code told, and once however often they are sent. */
import { expect, test } from 'vitest';
import type { CodeImport } from '@/contract/code-import';
import { statement } from '@/server/db/transaction';
import { origin } from '@tests/support/api';
import { addAllCodes, sendCodes } from '@tests/support/code-imports';
import { codes, type TestCodes } from '@tests/support/codes';
import { send } from '@tests/support/http';
import { brokenInvariants } from '@tests/support/invariants';

const imported = (club: TestCodes) => club.batch({ kind: 'IMPORTED', key: 'letters' });
const read = async (club: TestCodes, { id }: { id?: string }) => (await club.api.get<CodeImport>(`/code-imports/${id}`)).body;
const refused = async (club: TestCodes, { id }: { id?: string }) =>
  (await club.api.get<{ data: object[] }>(`/code-imports/${id}/refused`)).body.data;
const numbered = (count: number, prefix = 'NUMBER'): string => Array.from({ length: count }, (_, at) => `${prefix}-${at}`).join('\n');

test('the codes of a file are added in the background and can be used, and each line that gave none is told with its reason', async () => {
  const club = await codes();
  const shared = await club.batch({ code: 'SPRING' });
  const batch = await imported(club);
  const file = 'name,Code\r\nAda,letter 1\r\n\r\nBob,letter-2\r\nCy,spring\r\nDi,LETTER 1\r\nEd,letter/3\r\n';
  const { status, body } = await sendCodes(club, batch, file);
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { batch_id: batch.id, file_name: 'codes.csv', status: 'RUNNING', lines: 5, added: 0, refused: 1, completed_at: null },
  });
  await addAllCodes();
  expect(await read(club, body)).toMatchObject({ status: 'COMPLETED', lines: 5, added: 2, refused: 3, completed_at: expect.any(String) });
  expect(await refused(club, body)).toEqual([
    { line: 5, code: 'SPRING', reason: 'EXISTS' },
    { line: 6, code: 'LETTER1', reason: 'EXISTS' },
    { line: 7, code: 'letter/3', reason: 'INVALID' },
  ]);
  expect(await club.readBatch(batch)).toMatchObject({ made: 2, wanted: 2, status: 'ACTIVE' });
  expect((await club.enter(['LETTER-1', 'letter2'])).codes).toMatchObject([{ batch_id: batch.id }, { batch_id: batch.id }]);
  expect((await club.codesOf(shared)).map(({ code }) => code)).toEqual(['SPRING']);
  const path = `/v1/code-imports/${body.id}/refused?format=csv`;
  const { text } = await send(origin(), { method: 'GET', path, headers: { authorization: `Bearer ${club.key}` } });
  expect(text.split('\r\n')).toEqual(['line,code,reason', '5,SPRING,EXISTS', '6,LETTER1,EXISTS', '7,letter/3,INVALID', '']);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test.each([
  ['without a heading', 'ONE\nTWO'],
  ['with a byte order mark and quotes', '\ufeff"code"\r\n"one"\r\n"t-w-o"\r\n'],
  ['with semicolons', 'CODE;discount\nONE;10%\nTWO;5%'],
  ['with tabs', 'one\tAda\ntwo\tBob'],
])('a file %s is read', async (_name, file) => {
  const club = await codes();
  const batch = await imported(club);
  await sendCodes(club, batch, file);
  await addAllCodes();
  expect((await club.codesOf(batch)).map(({ code }) => code)).toContain('ONE');
  expect((await club.codesOf(batch)).map(({ code }) => code)).toContain('TWO');
});

test('a file of many parts is added by several workers, each code once, and a second file adds only what is new', async () => {
  const club = await codes();
  const batch = await imported(club);
  const first = await sendCodes(club, batch, numbered(12_001));
  await Promise.all([addAllCodes(), addAllCodes()]);
  expect(await read(club, first.body)).toMatchObject({ status: 'COMPLETED', lines: 12_001, added: 12_001, refused: 0 });
  const second = await sendCodes(club, batch, numbered(12_010));
  await addAllCodes();
  expect(await read(club, second.body)).toMatchObject({ status: 'COMPLETED', lines: 12_010, added: 9, refused: 12_001 });
  expect(await club.readBatch(batch)).toMatchObject({ made: 12_010, wanted: 12_010 });
  const list = (await club.api.get<{ data: CodeImport[] }>(`/code-imports?batch_id=${batch.id}`)).body.data;
  expect(list.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a file that is sent again under its key is not imported again, and another file under it is a conflict', async () => {
  const club = await codes();
  const batch = await imported(club);
  const key = { 'idempotency-key': 'letters-1' };
  const first = await sendCodes(club, batch, 'ONE\nTWO', key);
  await addAllCodes();
  const again = await sendCodes(club, batch, 'ONE\nTWO', key);
  expect(again).toMatchObject({ status: 201, replayed: true, body: { id: first.body.id, added: 2 } });
  expect(await sendCodes(club, batch, 'ONE\nTHREE', key)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  const rows = await statement('SELECT id FROM code_imports WHERE organization_id = $1', [club.id]);
  expect(rows).toEqual([{ id: first.body.id }]);
});

test('what is cancelled adds no more, keeps what is added, and cannot be cancelled once it has ended', async () => {
  const club = await codes();
  const batch = await imported(club);
  const { body } = await sendCodes(club, batch, numbered(6_000));
  const cancel = () => club.api.post<CodeImport>(`/code-imports/${body.id}/cancel`, {});
  expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELLED', added: 0 } });
  expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  await addAllCodes();
  expect(await club.readBatch(batch)).toMatchObject({ made: 0 });
  expect(await statement('SELECT 1 FROM code_import_parts WHERE organization_id = $1', [club.id])).toEqual([]);
  const other = await sendCodes(club, batch, 'ONE');
  await addAllCodes();
  expect(await club.api.post(`/code-imports/${other.body.id}/cancel`, {})).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});

test('a batch that is archived meanwhile ends its import, which says why', async () => {
  const club = await codes();
  const batch = await imported(club);
  const { body } = await sendCodes(club, batch, 'ONE');
  await club.api.patch(`/code-batches/${batch.id}`, { status: 'ARCHIVED' });
  await addAllCodes();
  expect(await read(club, body)).toMatchObject({ status: 'FAILED', error_code: 'invalid_status', added: 0 });
});

test('a batch that makes its own codes takes no file, and neither does one of somebody else; a file without codes is refused', async () => {
  const [club, others] = [await codes(), await codes()];
  const batch = await imported(club);
  const shared = await club.batch({ code: 'SPRING' });
  expect(await sendCodes(club, shared, 'ONE')).toMatchObject({ status: 400, body: { code: 'invalid_request', param: 'batch_id' } });
  expect(await sendCodes(others, batch, 'ONE')).toMatchObject({ status: 404, body: { code: 'not_found', param: 'batch_id' } });
  expect(await sendCodes(club, batch, 'code\n')).toMatchObject({ status: 400, body: { code: 'invalid_csv' } });
  expect(await statement('SELECT 1 FROM code_imports WHERE organization_id = ANY ($1)', [[club.id, others.id]])).toEqual([]);
  const { body } = await sendCodes(club, batch, 'ONE');
  expect(await others.api.get(`/code-imports/${body.id}`)).toMatchObject({ status: 404 });
  expect(await others.api.get(`/code-imports/${body.id}/refused`)).toMatchObject({ status: 404 });
  expect(await others.api.post(`/code-imports/${body.id}/cancel`, {})).toMatchObject({ status: 404 });
  expect(await others.api.get(`/code-imports?batch_id=${batch.id}`)).toMatchObject({ status: 404 });
});

test('an import is told in the audit log with its batch', async () => {
  const club = await codes();
  const batch = await imported(club);
  const { body } = await sendCodes(club, batch, 'ONE');
  const told = await statement(
    `SELECT action, resource_id, after -> 'import' AS import FROM audit_log WHERE organization_id = $1 AND after ->> 'import' IS NOT NULL`,
    [club.id],
  );
  expect(told).toEqual([{ action: 'UPDATE', resource_id: batch.id, import: { id: body.id, file_name: 'codes.csv', lines: 1 } }]);
});
