import { expect, test } from 'vitest';
import type { Program } from '@/contract/program';
import { organization } from '@tests/support/api';

async function program() {
  const { api } = await organization();
  const { body } = await api.post<Program>('/programs', { name: 'Loyalty', description: 'first' });
  return { api, program: body };
}

test('a change touches only what it names', async () => {
  const { api, program: before } = await program();
  const changed = await api.patch<Program>(`/programs/${before.id}`, { name: 'Club', redemption_ttl: '30d' });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({ ...before, name: 'Club', redemption_ttl: '30d', updated_at: changed.body.updated_at });
  expect(await api.get(`/programs/${before.id}`)).toMatchObject({ body: changed.body });
});

test('null clears the description', async () => {
  const { api, program: before } = await program();
  expect(await api.patch(`/programs/${before.id}`, { description: null })).toMatchObject({
    status: 200,
    body: { description: null, name: 'Loyalty' },
  });
});

test('a change to what already is leaves updated_at alone', async () => {
  const { api, program: before } = await program();
  expect(await api.patch(`/programs/${before.id}`, { name: before.name })).toMatchObject({ status: 200, body: before });
  expect(await api.patch(`/programs/${before.id}`, {})).toMatchObject({ status: 200, body: before });
});

test('a program is suspended and activated again', async () => {
  const { api, program: before } = await program();
  expect(await api.patch(`/programs/${before.id}`, { status: 'SUSPENDED' })).toMatchObject({
    status: 200,
    body: { status: 'SUSPENDED', deleted_at: null },
  });
  expect(await api.patch(`/programs/${before.id}`, { status: 'ACTIVE' })).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
});

test('an archived program carries deleted_at, stays readable, refuses changes, and may be archived again', async () => {
  const { api, program: before } = await program();
  const archived = await api.patch<Program>(`/programs/${before.id}`, { status: 'ARCHIVED' });
  expect(archived.body).toMatchObject({ status: 'ARCHIVED', deleted_at: archived.body.updated_at });
  expect(await api.get(`/programs/${before.id}`)).toMatchObject({ status: 200, body: archived.body });
  const refused = { status: 409, body: { type: 'conflict', code: 'program_archived' } };
  expect(await api.patch(`/programs/${before.id}`, { name: 'x' })).toMatchObject(refused);
  expect(await api.patch(`/programs/${before.id}`, { status: 'ACTIVE' })).toMatchObject(refused);
  expect(await api.patch(`/programs/${before.id}`, { status: 'ARCHIVED' })).toMatchObject({ status: 200, body: archived.body });
});
