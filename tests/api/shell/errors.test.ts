import { describe, expect, test } from 'vitest';
import { ErrorBody } from '@/contract/error';
import { env, publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { organization, origin, transports } from '@tests/support/api';
import { send } from '@tests/support/http';

describe.each(transports)('errors over $name', ({ send }) => {
  test('every error has the fields of the contract, its request id in the header, and a page that explains it', async () => {
    const answer = await send({ method: 'GET', path: '/v1/programs' });
    const body = ErrorBody.parse(JSON.parse(answer.text));
    expect(body.request_id).toMatch(/^req_[0-9a-z]+$/);
    expect(answer.headers['x-request-id']).toBe(body.request_id);
    expect(body.doc_url).toBe(`${env().PUBLIC_URL}/errors/${body.code}`);
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test('answers are not cached and not sniffed, and no two share a request id', async () => {
    const { key } = await organization();
    const list = () => send({ method: 'GET', path: '/v1/programs', headers: { authorization: `Bearer ${key}` } });
    const [one, two] = [await list(), await list()];
    expect(one.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
  });

  test('a validation_error lists every failing field with what was expected and received', async () => {
    const { key } = await organization();
    const answer = await send({
      method: 'POST',
      path: '/v1/assets',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: '',
        scale: 19,
        inventory_mode: 'PILE',
        issuance_policy: 'UNLIMITED',
        program_ids: ['x'],
        colour: 'red',
      }),
    });
    const body = ErrorBody.parse(JSON.parse(answer.text));
    expect(body).toMatchObject({ type: 'invalid_request', code: 'validation_error' });
    expect(body.param).toBeUndefined();
    const byField = Object.fromEntries((body.fields ?? []).map(({ field, message: _, ...rest }) => [field, rest]));
    expect(byField).toEqual({
      name: { reason: 'too_short', expected: '>= 1', received: '' },
      symbol: { reason: 'required', expected: 'string' },
      scale: { reason: 'out_of_range', expected: '<= 18', received: '19' },
      inventory_mode: { reason: 'invalid_value', expected: 'SIMPLE | LOT', received: 'PILE' },
      'program_ids[0]': { reason: 'invalid_format', expected: 'uuid', received: 'x' },
      colour: { reason: 'unknown_field' },
    });
  });

  test('a field that is not known is answered with the one that was likely meant, at whatever depth, or that it never changes', async () => {
    const { key, api } = await organization();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const asset = { symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
    const { body: made } = await api.post<{ id: string }>('/assets', { name: 'Points', ...asset });
    const fields = async (method: string, path: string, body?: object) => {
      const answer = await send({ method, path: `/v1${path}`, headers, ...(body && { body: JSON.stringify(body) }) });
      return (ErrorBody.parse(JSON.parse(answer.text)).fields ?? []).filter(({ reason }) => reason !== 'required');
    };
    const meant = (field: string, expected: string) => ({
      field,
      reason: 'unknown_field',
      expected,
      message: `This field is not known here. Did you mean \`${expected}\`?`,
    });
    expect(await fields('POST', '/participants', { externalId: 'ada' })).toEqual([meant('externalId', 'external_id')]);
    expect(await fields('GET', '/participants?externalid=ada')).toEqual([meant('externalid', 'external_id')]);
    const actions = [{ type: 'TAG', tag: 'x', targt: { type: 'ACTOR' } }];
    expect(await fields('POST', '/rules', { program_id: made.id, name: 'R', condition: 'true', actions })).toEqual([
      meant('actions[0].targt', 'target'),
    ]);
    const tagged = [{ type: 'TAG', tag: 'x', operation: 'SET' }];
    expect(await fields('POST', '/rules', { program_id: made.id, name: 'R', condition: 'true', actions: tagged })).toEqual([
      { field: 'actions[0].operation', reason: 'unknown_field', message: 'This field is not known here.' },
    ]);
    expect(await fields('PATCH', `/assets/${made.id}`, { scale: 3 })).toEqual([
      { field: 'scale', reason: 'immutable', message: 'This field cannot be changed.' },
    ]);
    expect(await fields('POST', '/assets', { name: 'Miles', ...asset, status: 'ACTIVE' })).toEqual([
      { field: 'status', reason: 'unknown_field', message: 'This field is not set by the request; leave it out.' },
    ]);
  });

  test('failures that all have one code of their own answer with that code; mixed ones are a validation_error', async () => {
    const { key } = await organization();
    const post = async (body: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await send({ method: 'POST', path: '/v1/assets', headers, body: JSON.stringify(body) });
      return ErrorBody.parse(JSON.parse(answer.text));
    };
    const asset = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
    expect(await post({ ...asset, issuance_policy: 'FREE' })).toMatchObject({ code: 'invalid_issuance_policy', param: 'issuance_policy' });
    expect(await post({ ...asset, max_transaction_amount: '-1' })).toMatchObject({
      code: 'max_transaction_amount_out_of_range',
      param: 'max_transaction_amount',
    });
    expect(await post({ ...asset, issuance_policy: 'FREE', max_transaction_amount: '-1' })).toMatchObject({ code: 'validation_error' });
    expect(await post({ ...asset, issuance_policy: 'FREE', name: '' })).toMatchObject({ code: 'validation_error' });
  });
});

test('an unexpected failure answers internal_error and gives nothing away', async () => {
  const { id, api } = await organization();
  await api.post('/programs', { name: 'broken' });
  await statement(`UPDATE programs SET redemption_ttl = 'never' WHERE organization_id = $1`, [id]);
  const answer = await api.get('/programs');
  expect(answer).toMatchObject({ status: 500, body: { type: 'internal', code: 'internal_error' } });
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'doc_url', 'message', 'request_id', 'type']);
  expect(JSON.stringify(answer.body)).not.toMatch(/redemption_ttl|never|stack|zod|\.ts/i);
});

test('a database out of reach answers service_unavailable, and readyz says which check fails', async () => {
  const { api } = await organization();
  const { DATABASE_URL } = env();
  await closeDatabase();
  publishSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  try {
    expect(await api.get('/programs')).toMatchObject({ status: 503, body: { type: 'internal', code: 'service_unavailable' } });
    const ready = await send(origin(), { method: 'GET', path: '/readyz' });
    expect(ready.status).toBe(503);
    expect(JSON.parse(ready.text)).toMatchObject({ checks: { database: 'failed' } });
  } finally {
    await closeDatabase();
    publishSettings({ DATABASE_URL });
  }
  expect(await api.get('/programs')).toMatchObject({ status: 200 });
});
