import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '@/contract/error';
import { organization, transports } from '@tests/support/api';

describe.each(transports)('routing over $name', ({ send }) => {
  async function call(method: string, path: string) {
    const { key } = await organization();
    const answer = await send({ method, path, headers: { authorization: `Bearer ${key}` } });
    return { ...answer, body: (answer.text === '' ? null : JSON.parse(answer.text)) as ErrorBody | null };
  }

  test.each(['/v1', '/v1/', '/v1/nothing', '/v1/programs/', '/v1/programs//assets', '/v1/programs/x/y', '/v1/Programs'])(
    '%s answers 404',
    async (path) => {
      expect(await call('GET', path)).toMatchObject({ status: 404, body: { type: 'not_found', code: 'not_found' } });
    },
  );

  test('a known path under another method answers 405 and says which methods it has', async () => {
    const answer = await call('DELETE', '/v1/programs');
    expect(answer).toMatchObject({ status: 405, body: { type: 'invalid_request', code: 'method_not_allowed' } });
    expect(answer.headers.allow?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  test('a literal segment wins over a parameter, which still answers the other methods', async () => {
    expect(await call('POST', '/v1/assets/lookup')).toMatchObject({ status: 400, body: { code: 'validation_error', param: 'ids' } });
    expect(await call('GET', '/v1/assets/lookup')).toMatchObject({ status: 400, body: { param: 'id' } });
  });

  test('HEAD answers like GET, without a body', async () => {
    const answer = await call('HEAD', '/v1/programs');
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test.each(['/v1/programs/%', '/v1/programs/%zz', '/v1/programs/%ff'])('%s is not properly encoded and answers 400', async (path) => {
    expect(await call('GET', path)).toMatchObject({ status: 400, body: { code: 'bad_request', details: { reason: 'invalid_encoding' } } });
  });

  test('a NUL in the path is refused', async () => {
    expect(await call('GET', '/v1/programs/a%00b')).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  });

  test('an id that is no UUID is a validation_error of the path parameter', async () => {
    expect(await call('GET', '/v1/programs/abc')).toMatchObject({
      status: 400,
      body: { param: 'id', fields: [{ field: 'id', reason: 'invalid_format', expected: 'uuid', received: 'abc' }] },
    });
  });

  test('an id is found in either case', async () => {
    const { api, key } = await organization();
    const { body } = await api.post<{ id: string }>('/programs', { name: 'x' });
    const answer = await send({
      method: 'GET',
      path: `/v1/programs/${body.id.toUpperCase()}`,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(JSON.parse(answer.text)).toMatchObject({ id: body.id });
  });
});
