/** API keys as people manage them, and what they give access to at /v1. */
import { afterAll, expect, test } from 'vitest';
import { authenticate } from '@/server/access/auth';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { ownedOrganization, type Person } from '@tests/support/people';

afterAll(closeDatabase);

const HOUR_MS = 3_600_000;

async function newKey(owner: Person, trusted = false): Promise<{ id: string; key: string }> {
  const { data } = await owner.mutate('apiKeys.create', { name: 'Server', trusted });
  return { id: String(data?.id), key: String(data?.key) };
}

const opens = (key: string, now = Date.now()) => authenticate({ authorization: `Bearer ${key}` }, now);

test('a created key opens its organization, and its text is neither stored nor listed', async () => {
  const { id, owner } = await ownedOrganization();
  const { key } = await newKey(owner);
  expect((await opens(key)).organization?.id).toBe(id);
  const listed = await owner.query('apiKeys.list');
  expect(JSON.stringify(listed.data)).not.toContain(key);
  const rows = await statement('SELECT row_to_json(k)::text AS row FROM api_keys k WHERE organization_id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain(key.slice(10));
});

test('only a key made as trusted may name the person it acts for', async () => {
  const { owner } = await ownedOrganization();
  const plain = await newKey(owner);
  const trusted = await newKey(owner, true);
  const acting = (key: string) => authenticate({ authorization: `Bearer ${key}`, onBehalfOf: 'user-1' }, Date.now());
  await expect(acting(plain.key)).rejects.toMatchObject({ code: 'actor_assertion_forbidden' });
  expect((await acting(trusted.key)).actor).toMatchObject({ onBehalfOf: 'user-1' });
});

test('a revoked key is refused at once, although it has just been used', async () => {
  const { owner } = await ownedOrganization();
  const { id, key } = await newKey(owner);
  await opens(key);
  expect((await owner.mutate('apiKeys.revoke', { id })).data).toMatchObject({ status: 'REVOKED' });
  await expect(opens(key)).rejects.toMatchObject({ code: 'invalid_api_key' });
});

test('a rotated key works beside the new one for the overlap and is refused after it', async () => {
  const { owner } = await ownedOrganization();
  const old = await newKey(owner, true);
  const { data } = await owner.mutate('apiKeys.rotate', { id: old.id, overlap: '24h' });
  const fresh = String(data?.key);
  expect(data).toMatchObject({ name: 'Server', trusted: true, status: 'ACTIVE' });
  await opens(old.key);
  await opens(fresh);
  await expect(opens(old.key, Date.now() + 24 * HOUR_MS + 1)).rejects.toMatchObject({ code: 'invalid_api_key' });
  await opens(fresh, Date.now() + 24 * HOUR_MS + 1);
});

test('keys live by real time: a sandbox clock that was moved ends none', async () => {
  const { id, owner } = await ownedOrganization('SANDBOX');
  await statement('UPDATE organizations SET clock_offset_ms = $2 WHERE id = $1', [id, 1000 * HOUR_MS]);
  const { id: keyId, key } = await newKey(owner);
  await owner.mutate('apiKeys.rotate', { id: keyId, overlap: '1h' });
  await opens(key, Date.now() + HOUR_MS / 2);
  await expect(opens(key, Date.now() + HOUR_MS + 1000)).rejects.toMatchObject({ code: 'invalid_api_key' });
});

test('a revoked key can be neither rotated nor revoked again', async () => {
  const { owner } = await ownedOrganization();
  const { id } = await newKey(owner);
  await owner.mutate('apiKeys.revoke', { id });
  expect((await owner.mutate('apiKeys.revoke', { id })).failure?.code).toBe('api_key_not_found');
  expect((await owner.mutate('apiKeys.rotate', { id })).failure?.code).toBe('api_key_not_found');
});

test('keys of another organization are not found, and stay as they are', async () => {
  const theirs = await ownedOrganization();
  const mine = await ownedOrganization();
  const { id, key } = await newKey(theirs.owner);
  expect((await mine.owner.mutate('apiKeys.revoke', { id })).failure?.code).toBe('api_key_not_found');
  expect((await mine.owner.query('apiKeys.list')).data).toEqual({ data: [] });
  await opens(key);
});

test('a MEMBER sees that keys exist but makes, rotates and revokes none', async () => {
  const { owner, member } = await ownedOrganization();
  const { id } = await newKey(owner);
  const writer = await member('MEMBER');
  expect((await writer.query('apiKeys.list')).data).toMatchObject({ data: [{ id }] });
  for (const [procedure, input] of [
    ['apiKeys.create', { name: 'Mine' }],
    ['apiKeys.rotate', { id }],
    ['apiKeys.revoke', { id }],
  ] as const) {
    expect((await writer.mutate(procedure, input)).failure?.code).toBe('insufficient_permissions');
  }
});
