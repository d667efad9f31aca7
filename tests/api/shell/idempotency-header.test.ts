import { expect, test } from 'vitest';
import type { Program } from '@/contract/program';
import { organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';

test.each([
  ['empty', ''],
  ['too_long', 'x'.repeat(256)],
  ['invalid_characters', 'caf\u00e9'],
  ['multiple_values', ['a', 'b']],
])('a header that is %s answers bad_request with that reason', async (reason, value) => {
  const { api } = await organization();
  const answer = await api.post('/programs', { name: 'x' }, { 'idempotency-key': value });
  expect(answer).toMatchObject({ status: 400, body: { type: 'invalid_request', code: 'bad_request', details: { reason } } });
});

test('twenty simultaneous requests with one key have one effect and one answer', async () => {
  const { api } = await organization();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.post<Program>('/programs', { name: 'once' }, { 'idempotency-key': 'same' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test('a failed request leaves its key free', async () => {
  const { api } = await organization();
  const asset = { name: 'Points', symbol: 'PTS', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };
  await api.post('/assets', asset);
  const key = { 'idempotency-key': 'k' };
  expect(await api.post('/assets', asset, key)).toMatchObject({ status: 409, body: { code: 'key_exists' } });
  expect(await api.post('/assets', { ...asset, symbol: 'PT2' }, key)).toMatchObject({ status: 201 });
});

test('one key in two organizations is two keys', async () => {
  const [one, two] = [await organization(), await organization()];
  const key = { 'idempotency-key': 'shared' };
  expect(await one.api.post('/programs', { name: 'one' }, key)).toMatchObject({ status: 201, body: { name: 'one' } });
  expect(await two.api.post('/programs', { name: 'two' }, key)).toMatchObject({ status: 201, body: { name: 'two' } });
});

test('key order, spaces around text and defaults spelled out do not make a request another one', async () => {
  const { key } = await organization();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'k' };
  const post = (body: string) => send(origin(), { method: 'POST', path: '/v1/programs', headers, body });
  const first = await post('{"name":"x","redemption_ttl":"30d"}');
  const again = await post('{ "redemption_ttl": "30d", "on_unknown_participant": "CREATE", "name": "x" }');
  expect(again).toMatchObject({ status: 201, text: first.text });
});
