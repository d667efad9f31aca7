import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '@/contract/error';
import { organization, transports } from '@tests/support/api';

describe.each(transports)('bodies over $name', ({ send }) => {
  async function post(
    body: string | Uint8Array | undefined,
    headers: Record<string, string> = { 'content-type': 'application/json' },
    path = '/v1/programs',
  ) {
    const { key } = await organization();
    const answer = await send({ method: 'POST', path, headers: { authorization: `Bearer ${key}`, ...headers }, body });
    return { status: answer.status, body: JSON.parse(answer.text) as ErrorBody };
  }

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])('%s is accepted', async (type) => {
    expect(await post('{"name":"x"}', { 'content-type': type })).toMatchObject({ status: 201 });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/problem+json',
  ])('%s answers 415', async (type) => {
    expect(await post('{"name":"x"}', { 'content-type': type })).toMatchObject({
      status: 415,
      body: { type: 'invalid_request', code: 'unsupported_media_type' },
    });
  });

  test('a compressed body answers 415', async () => {
    expect(await post('{"name":"x"}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });

  test('no body where fields are required is a validation_error and needs no content type', async () => {
    expect(await post(undefined, {})).toMatchObject({
      status: 400,
      body: { code: 'validation_error', fields: [{ field: 'name', reason: 'required' }] },
    });
  });

  test.each([
    ['an array', '[{"name":"x"}]'],
    ['a string', '"name"'],
    ['null', 'null'],
    ['two objects', '{"name":"x"}{"name":"y"}'],
    ['a truncated object', '{"name":"x"'],
    ['a trailing comma', '{"name":"x",}'],
  ])('%s is invalid_json', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  });

  test('bytes that are no UTF-8 are invalid_json', async () => {
    expect(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toMatchObject({
      status: 400,
      body: { code: 'invalid_json' },
    });
  });

  test('nesting beyond 64 levels is invalid_json, and 100,000 levels end nothing', async () => {
    const nested = (levels: number) => `{"name":"x","colour":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(await post(nested(63))).toMatchObject({ status: 400, body: { code: 'validation_error' } });
    expect(await post(nested(64))).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
    expect(await post(nested(100_000))).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  });

  test('a body over 1 MiB answers 413, one of exactly 1 MiB is read', async () => {
    const ofSize = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
    expect(await post(ofSize(1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { type: 'invalid_request', code: 'request_too_large' },
    });
    expect(await post(ofSize(1024 * 1024))).toMatchObject({
      status: 400,
      body: { code: 'validation_error', fields: [{ field: 'name', reason: 'too_long' }] },
    });
  });

  test.each([
    ['a NUL', '{"name":"a\\u0000b"}'],
    ['an unpaired surrogate', '{"name":"a\\ud800b"}'],
  ])('text with %s is refused by field', async (_, body) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'name', fields: [{ field: 'name', reason: 'invalid_characters' }] },
    });
  });

  test('JSON types are never coerced', async () => {
    const asset = { name: 'x', symbol: 'X', inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
    for (const scale of ['"2"', 'true', '2.5', '1e400']) {
      const text = JSON.stringify(asset).replace('}', `,"scale":${scale}}`);
      expect(await post(text, { 'content-type': 'application/json' }, '/v1/assets')).toMatchObject({
        status: 400,
        body: { code: 'validation_error', param: 'scale' },
      });
    }
  });

  test('an unknown __proto__ field is refused and changes nothing', async () => {
    expect(await post('{"name":"x","__proto__":{"polluted":true}}')).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: '__proto__' },
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('a field of the path is not taken from the body', async () => {
    const { api, key } = await organization();
    const { body: program } = await api.post<{ id: string }>('/programs', { name: 'mine' });
    const answer = await send({
      method: 'PATCH',
      path: `/v1/programs/${program.id}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: '11111111-1111-4111-8111-111111111111', name: '' }),
    });
    expect(answer.status).toBe(400);
    expect((JSON.parse(answer.text) as ErrorBody).fields).toMatchObject([
      { field: 'id', reason: 'unknown_field' },
      { field: 'name', reason: 'too_short' },
    ]);
  });
});
