import { expect, test } from 'vitest';
import type { CreatedOrganization, Organization } from '@/contract/organization';
import { adminApi, apiOf, organization } from '@tests/support/api';

test('a new organization comes with a key that works and is shown only once', async () => {
  const created = await adminApi().post<CreatedOrganization>('/admin/organizations', { name: 'Acme' });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ name: 'Acme', mode: 'LIVE', status: 'ACTIVE' });
  expect(created.body.api_key).toMatch(/^sk_[0-9A-Za-z]{43}$/);
  expect(await apiOf(created.body.api_key).get('/programs')).toMatchObject({ status: 200 });
  const read = await adminApi().get(created.headers.location!.replace('/v1', ''));
  const { api_key: _, ...shown } = created.body;
  expect(read).toMatchObject({ status: 200, body: shown });
  expect(read.body).not.toHaveProperty('api_key');
});

test('the list finds organizations by name and status', async () => {
  const name = `Findable ${crypto.randomUUID()}`;
  const { id } = await organization({ name, mode: 'SANDBOX' });
  const search = `search=${encodeURIComponent(name.toUpperCase())}`;
  const found = await adminApi().get<{ data: Organization[] }>(`/admin/organizations?${search}`);
  expect(found.body.data).toMatchObject([{ id, name, mode: 'SANDBOX' }]);
  const suspended = await adminApi().get<{ data: Organization[] }>(`/admin/organizations?${search}&status=SUSPENDED`);
  expect(suspended.body.data).toEqual([]);
});

test('an organization is renamed, and what is left out stays', async () => {
  const { id } = await organization({ name: 'Before' });
  const renamed = await adminApi().patch(`/admin/organizations/${id}`, { name: 'After' });
  expect(renamed).toMatchObject({ status: 200, body: { id, name: 'After', status: 'ACTIVE' } });
  expect(await adminApi().patch(`/admin/organizations/${id}`, { mode: 'SANDBOX' })).toMatchObject({ status: 400, body: { param: 'mode' } });
});

test('an unknown organization answers 404', async () => {
  const id = crypto.randomUUID();
  expect(await adminApi().get(`/admin/organizations/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await adminApi().patch(`/admin/organizations/${id}`, { name: 'x' })).toMatchObject({ status: 404 });
});
