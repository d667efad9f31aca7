/** Batches of codes: made once and completely, changed, paused, archived, exported, and looked up by whoever is asked why a code does not work. */
import { expect, test } from 'vitest';
import type { AddedCodes, CodeBatch } from '@/contract/code-batch';
import type { CodeDetail } from '@/contract/code';
import { hasSoundCheck } from '@/domain/codes/text';
import { generateCodes } from '@/server/services/codes/generate-codes';
import { statement } from '@/server/db/transaction';
import { origin } from '@tests/support/api';
import { codes } from '@tests/support/codes';
import { send } from '@tests/support/http';
import { brokenInvariants } from '@tests/support/invariants';

const run = () => generateCodes({ clock: { now: () => new Date() }, limit: 100, signal: new AbortController().signal });

test('unique codes are made in the background, each once, with their prefix and a sound check character', async () => {
  const club = await codes();
  const made = await club.batch({ kind: 'UNIQUE', count: 12_000, prefix: 'vip-', length: 10 });
  expect(made).toMatchObject({ status: 'GENERATING', wanted: 12_000, made: 0, prefix: 'VIP', length: 10, max_per_code: 1 });
  while ((await club.readBatch(made)).status === 'GENERATING') await run();
  const batch = await club.readBatch(made);
  expect(batch).toMatchObject({ status: 'ACTIVE', wanted: 12_000, made: 12_000 });
  const rows = await statement<{ code: string }>('SELECT code FROM codes WHERE organization_id = $1 AND batch_id = $2', [
    club.id,
    batch.id,
  ]);
  expect(rows).toHaveLength(12_000);
  expect(rows.every(({ code }) => code.startsWith('VIP') && code.length === 13 && hasSoundCheck(code))).toBe(true);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('several workers make a batch together without making a code too many', async () => {
  const club = await codes();
  const made = await club.batch({ kind: 'UNIQUE', count: 7_001 });
  while ((await club.readBatch(made)).status === 'GENERATING') await Promise.all([run(), run()]);
  expect(await club.readBatch(made)).toMatchObject({ made: 7_001 });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('codes so short that one could be guessed are refused, and so is what does not fit the kind', async () => {
  const club = await codes();
  const create = (body: object) =>
    club.api.post('/code-batches', { program_id: club.program.id, key: 'k', name: 'K', kind: 'UNIQUE', count: 1_000, ...body });
  expect(await create({ length: 6 })).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'length' } });
  expect(await create({ count: undefined })).toMatchObject({ status: 400, body: { code: 'invalid_request', param: 'count' } });
  expect(await create({ code: 'SPRING' })).toMatchObject({ status: 400, body: { param: 'code' } });
  expect(await create({ status: 'PAUSED' })).toMatchObject({ status: 400, body: { param: 'status' } });
  expect(await create({ kind: 'SHARED' })).toMatchObject({ status: 400, body: { param: 'code' } });
  expect(await create({ condition: 'codes.size() > 0' })).toMatchObject({ status: 400, body: { param: 'condition' } });
  expect(await create({ condition: 'event.amount >' })).toMatchObject({ status: 400, body: { param: 'condition' } });
  expect(await create({ active_from: '2026-03-02T00:00:00Z', active_to: '2026-03-01T00:00:00Z' })).toMatchObject({
    status: 400,
    body: { param: 'active_to' },
  });
  expect(await create({ campaign_id: club.program.id })).toMatchObject({ status: 404, body: { param: 'campaign_id' } });
  const made = await club.api.post(`/programs/${club.program.id}/rule-sets`, { key: 'plain', name: 'No campaign' });
  expect(made.status).toBe(201);
  expect(await create({ campaign_id: made.body.id })).toMatchObject({ status: 404, body: { param: 'campaign_id' } });
});

test('keys and codes are unique in a program, in whatever spelling', async () => {
  const club = await codes();
  await club.batch({ code: 'SPRING-10' });
  const again = (body: object) => club.api.post('/code-batches', { program_id: club.program.id, name: 'B', kind: 'SHARED', ...body });
  expect(await again({ key: 'spring', code: 'OTHER' })).toMatchObject({ status: 409, body: { code: 'key_exists', param: 'key' } });
  expect(await again({ key: 'other', code: 'spring 10' })).toMatchObject({ status: 409, body: { code: 'key_exists', param: 'code' } });
  expect(await again({ key: 'other', code: 'spring 11' })).toMatchObject({ status: 201 });
});

test('codes that were made elsewhere are added once, and those that cannot be codes are told', async () => {
  const club = await codes();
  const batch = await club.batch({ kind: 'IMPORTED' });
  const add = (list: string[]) => club.api.post<AddedCodes>(`/code-batches/${batch.id}/codes`, { codes: list });
  expect((await add(['abc-1', 'ABC1', 'abc2', 'ä', '_'])).body).toMatchObject({
    added: 2,
    existing: [],
    invalid: ['Ä', '_'],
    batch: { made: 2, wanted: 2 },
  });
  expect((await add(['abc2', 'abc3'])).body).toMatchObject({ added: 1, existing: ['ABC2'], batch: { made: 3 } });
  expect((await club.enter(['ABC-3'])).codes).toMatchObject([{ status: 'REDEEMED' }]);
  expect((await club.enter(['ABC-3'], { external_id: 'bob' })).codes).toMatchObject([{ error_code: 'code_used' }]);
  const shared = await club.batch({ key: 'shared' });
  expect(await club.api.post(`/code-batches/${shared.id}/codes`, { codes: ['abc'] })).toMatchObject({ status: 400, body: { param: 'id' } });
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a batch is paused and resumed, and archived for good', async () => {
  const club = await codes();
  const { batch, codes: own } = await club.unique(3);
  const set = (status: string) => club.api.patch<CodeBatch>(`/code-batches/${batch.id}`, { status });
  expect((await set('PAUSED')).body).toMatchObject({ status: 'PAUSED' });
  expect((await club.enter([own[0] ?? ''])).codes).toMatchObject([{ error_code: 'code_inactive' }]);
  expect((await set('ACTIVE')).body).toMatchObject({ status: 'ACTIVE' });
  expect((await club.enter([own[0] ?? ''])).codes).toMatchObject([{ status: 'REDEEMED' }]);
  expect(await club.api.delete(`/code-batches/${batch.id}`)).toMatchObject({ status: 204 });
  expect(await club.api.delete(`/code-batches/${batch.id}`)).toMatchObject({ status: 204 });
  expect(await set('ACTIVE')).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
  expect((await club.enter([own[1] ?? ''])).codes).toMatchObject([{ error_code: 'code_inactive' }]);
  const listed = async (query: string) =>
    (await club.api.get<{ data: CodeBatch[] }>(`/code-batches?program_id=${club.program.id}${query}`)).body.data;
  expect(await listed('')).toEqual([]);
  expect(await listed('&include_archived=true&search=spr')).toMatchObject([{ id: batch.id, deleted_at: expect.any(String) }]);
});

test('a code is looked up in any spelling, and made void', async () => {
  const club = await codes();
  const {
    codes: [code = '', other = ''],
  } = await club.unique(2, { active_to: '2100-01-01T00:00:00Z' });
  await club.enter([code]);
  const read = async (text: string) =>
    (await club.api.get<CodeDetail>(`/codes/${encodeURIComponent(text)}?program_id=${club.program.id}`)).body;
  expect(await read(code.toLowerCase().replace(/(....)/g, '$1-'))).toMatchObject({
    code,
    status: 'USED',
    batch: { key: 'spring' },
    problem: { code: 'code_used' },
    redemptions: [{ status: 'REDEEMED' }],
  });
  expect(await read(other)).toMatchObject({ status: 'UNUSED', problem: null, redemptions: [] });
  expect(await club.api.post(`/codes/${other}/void`, { program_id: club.program.id })).toMatchObject({
    status: 200,
    body: { status: 'VOID', problem: { code: 'code_inactive' } },
  });
  expect((await club.enter([other])).codes).toMatchObject([{ error_code: 'code_inactive' }]);
  expect(await club.api.get(`/codes/NOTHING?program_id=${club.program.id}`)).toMatchObject({ status: 404 });
  const entries = await statement(
    `SELECT action, resource_name FROM audit_log WHERE organization_id = $1 AND resource_type = 'CODE_BATCH' AND action = 'VOID'`,
    [club.id],
  );
  expect(entries).toEqual([{ action: 'VOID', resource_name: other }]);
});

test('the codes of a batch are exported with their status', async () => {
  const club = await codes();
  const { batch, codes: own } = await club.unique(3);
  await club.enter([own[1] ?? '']);
  const file = async (query: string) =>
    (
      await send(origin(), {
        method: 'GET',
        path: `/v1/exports/codes.csv?batch_id=${batch.id}${query}`,
        headers: { authorization: `Bearer ${club.key}` },
      })
    ).text;
  const [header, ...lines] = (await file('')).trim().split('\r\n');
  expect(header).toBe('code,program_id,batch_id,status,used,max_uses,created_at');
  expect(lines.map((line) => line.split(',').toSpliced(1, 2).slice(0, 4))).toEqual(
    own.map((code, index) => [code, index === 1 ? 'USED' : 'UNUSED', index === 1 ? '1' : '0', '1']),
  );
  expect((await file('&status=USED')).trim().split('\r\n')).toHaveLength(2);
});

test('uses are listed by batch, participant and event', async () => {
  const club = await codes();
  const spring = await club.batch({ code: 'SPRING' });
  await club.batch({ code: 'AUTUMN', key: 'autumn' });
  const event = await club.enter(['spring', 'autumn']);
  await club.enter(['spring'], { external_id: 'bob' });
  expect(await club.uses()).toHaveLength(3);
  expect(await club.uses(`&batch_id=${spring.id}`)).toHaveLength(2);
  expect(await club.uses(`&event_id=${event.id}`)).toHaveLength(2);
  expect(await club.uses(`&participant_id=${event.participant_id}`)).toHaveLength(2);
  expect(await club.uses('&status=RESERVED')).toEqual([]);
});
