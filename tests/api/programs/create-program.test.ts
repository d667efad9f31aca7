import { expect, test } from 'vitest';
import type { Program } from '@/contract/program';
import { organization } from '@tests/support/api';

test('a new program has the documented defaults and is found at its location', async () => {
  const { api } = await organization();
  const created = await api.post<Program>('/programs', { name: 'Loyalty' });
  expect(created.status).toBe(201);
  expect(created.headers.location).toBe(`/v1/programs/${created.body.id}`);
  expect(created.body).toMatchObject({
    name: 'Loyalty',
    description: null,
    status: 'ACTIVE',
    on_unknown_participant: 'CREATE',
    redemption_ttl: '90d',
    redemption_target: 'SYSTEM_REDEMPTION',
    timezone: 'UTC',
    asset_ids: [],
    rule_configuration_version: 1,
    deleted_at: null,
  });
  const read = await api.get(`/programs/${created.body.id}`);
  expect(read).toMatchObject({ status: 200, body: created.body });
});

test.each([
  ['no name', {}, 'name', 'required'],
  ['an empty name', { name: '' }, 'name', 'too_short'],
  ['a blank name', { name: '   ' }, 'name', 'too_short'],
  ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name', 'too_long'],
  ['a name that is no text', { name: 7 }, 'name', 'invalid_type'],
  ['an unknown field', { name: 'x', colour: 'red' }, 'colour', 'unknown_field'],
  ['a description of 1,001 characters', { name: 'x', description: 'x'.repeat(1001) }, 'description', 'too_long'],
  ['an unknown policy', { name: 'x', on_unknown_participant: 'IGNORE' }, 'on_unknown_participant', 'invalid_value'],
  ['a malformed time to live', { name: 'x', redemption_ttl: '90 days' }, 'redemption_ttl', 'invalid_format'],
  ['a time to live under a minute', { name: 'x', redemption_ttl: '59s' }, 'redemption_ttl', 'out_of_range'],
  ['a time zone that is none', { name: 'x', timezone: 'Mars/Olympus' }, 'timezone', 'invalid_format'],
  ['a time to live over a year', { name: 'x', redemption_ttl: '366d' }, 'redemption_ttl', 'out_of_range'],
])('%s is a validation_error that names the field', async (_, body, field, reason) => {
  const { api } = await organization();
  const answer = await api.post('/programs', body);
  expect(answer).toMatchObject({
    status: 400,
    body: { type: 'invalid_request', code: 'validation_error', param: field, fields: [{ field, reason }] },
  });
});

test('a repeated Idempotency-Key makes one program and answers the first outcome again', async () => {
  const { api } = await organization();
  const key = { 'idempotency-key': 'create-1' };
  const first = await api.post<Program>('/programs', { name: 'Once' }, key);
  const again = await api.post<Program>('/programs', { name: 'Once' }, key);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers['idempotent-replayed']).toBe('true');
  const other = await api.post('/programs', { name: 'Other' }, key);
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  const listed = await api.get<{ data: Program[] }>('/programs');
  expect(listed.body.data.map((program) => program.name)).toEqual(['Once']);
});
