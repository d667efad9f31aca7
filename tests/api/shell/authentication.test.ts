import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '@/contract/error';
import { env } from '@/env';
import { forgetApiKeys } from '@/server/access/auth';
import { statement } from '@/server/db/transaction';
import { adminApi, organization, transports } from '@tests/support/api';

const ADMIN_PATH = '/v1/admin/organizations';

describe.each(transports)('authentication over $name', ({ send }) => {
  async function get(headers: Record<string, string>, path = '/v1/programs') {
    const answer = await send({ method: 'GET', path, headers });
    return { ...answer, body: JSON.parse(answer.text) as ErrorBody };
  }

  test('a key opens its organization as a bearer token, in any case of the word, and as X-API-Key', async () => {
    const { key } = await organization();
    expect(await get({ authorization: `Bearer ${key}` })).toMatchObject({ status: 200 });
    expect(await get({ authorization: `bearer ${key}` })).toMatchObject({ status: 200 });
    expect(await get({ 'x-api-key': key })).toMatchObject({ status: 200 });
  });

  test.each([
    ['no credentials', {}],
    ['another scheme', { authorization: 'Basic c2s6' }],
    ['an empty bearer', { authorization: 'Bearer' }],
    ['an empty X-API-Key', { 'x-api-key': '' }],
  ])('%s answers authentication_required and says how to authenticate', async (_, headers) => {
    const answer = await get(headers);
    expect(answer).toMatchObject({ status: 401, body: { type: 'authentication', code: 'authentication_required' } });
    expect(answer.headers['www-authenticate']).toContain('Bearer');
  });

  test.each(['sk_unknown', 'sk_admin_wrong_admin_key_00000', 'anything'])('%s answers invalid_api_key', async (key) => {
    expect(await get({ authorization: `Bearer ${key}` })).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
  });

  test('a bearer shaped like a JWT answers jwt_not_configured', async () => {
    expect(await get({ authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl' })).toMatchObject({
      status: 401,
      body: { code: 'jwt_not_configured' },
    });
  });

  test('the admin key opens admin routes alone, and no other key does', async () => {
    const { key } = await organization();
    expect(await get({ authorization: `Bearer ${env().ADMIN_API_KEY}` })).toMatchObject({
      status: 403,
      body: { type: 'permission', code: 'org_key_required' },
    });
    expect(await get({ authorization: `Bearer ${key}` }, ADMIN_PATH)).toMatchObject({
      status: 403,
      body: { type: 'permission', code: 'admin_key_required' },
    });
    expect(await get({ authorization: `Bearer ${env().ADMIN_API_KEY}` }, ADMIN_PATH)).toMatchObject({ status: 200 });
  });

  test('only a trusted key may act on behalf of someone', async () => {
    const plain = await organization();
    const trusted = await organization({ trusted_key: true });
    const onBehalf = { 'x-on-behalf-of': 'ada@example.com' };
    expect(await get({ authorization: `Bearer ${plain.key}`, ...onBehalf })).toMatchObject({
      status: 403,
      body: { code: 'actor_assertion_forbidden' },
    });
    expect(await get({ authorization: `Bearer ${trusted.key}`, ...onBehalf })).toMatchObject({ status: 200 });
  });
});

test('a key sees nothing of another organization', async () => {
  const [mine, theirs] = [await organization(), await organization()];
  const { body: program } = await theirs.api.post<{ id: string }>('/programs', { name: 'theirs' });
  expect(await mine.api.get(`/programs/${program.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await mine.api.patch(`/programs/${program.id}`, { name: 'mine' })).toMatchObject({ status: 404 });
  expect(await mine.api.get('/programs')).toMatchObject({ body: { data: [] } });
});

test('a revoked key is refused at once in this process', async () => {
  const { id, api } = await organization();
  expect(await api.get('/programs')).toMatchObject({ status: 200 });
  await statement('UPDATE api_keys SET revoked_at = now() WHERE organization_id = $1', [id]);
  forgetApiKeys(id);
  expect(await api.get('/programs')).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
});

test('an expired key is refused', async () => {
  const { id, api } = await organization();
  await statement(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE organization_id = $1`, [id]);
  expect(await api.get('/programs')).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
});

test('a suspended organization is refused with 403 until it is active again', async () => {
  const { id, api } = await organization();
  expect(await api.get('/programs')).toMatchObject({ status: 200 });
  await adminApi().patch(`/admin/organizations/${id}`, { status: 'SUSPENDED' });
  expect(await api.get('/programs')).toMatchObject({ status: 403, body: { code: 'insufficient_permissions' } });
  await adminApi().patch(`/admin/organizations/${id}`, { status: 'ACTIVE' });
  expect(await api.get('/programs')).toMatchObject({ status: 200 });
});

test('keys are stored as hashes only, and their last use is noted', async () => {
  const { id, key, api } = await organization();
  await api.get('/programs');
  const read = async () =>
    (
      await statement<Record<string, unknown>>(
        'SELECT * FROM api_keys k LEFT JOIN api_key_uses u ON u.organization_id = $1 AND u.api_key_id = k.id WHERE k.organization_id = $1',
        [id],
      )
    )[0]!;
  await expect.poll(async () => (await read()).last_used_at).toBeInstanceOf(Date);
  const row = await read();
  expect(JSON.stringify(row)).not.toContain(key);
  expect(row).toMatchObject({ prefix: key.slice(0, 7), last_four: key.slice(-4) });
});
