import { expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { ledger, snapshot } from '@tests/support/ledger';

const STATUSES = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const;

test('every move between the statuses is legal', async () => {
  const { api } = await ledger();
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      await api.patch('/participants/ext:ada', { status: from });
      expect(await api.patch('/participants/ext:ada', { status: to })).toMatchObject({ status: 200, body: { status: to } });
    }
  }
});

test('a change touches only what it names, and null clears', async () => {
  const { api, participant } = await ledger();
  await api.patch(`/participants/${participant.id}`, {
    email: 'ada@example.com',
    phone: '1',
    first_name: 'Ada',
    last_name: 'L',
    display_name: 'A',
  });
  const { status, body } = await api.patch<ParticipantDetail>('/participants/ext:ada', { email: null, last_name: 'Lovelace' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: participant.id, email: null, phone: '1', first_name: 'Ada', last_name: 'Lovelace', display_name: 'A' });
  expect(body.updated_at >= participant.updated_at).toBe(true);
});

test('a change that changes nothing leaves the record as it was', async () => {
  const { id, api } = await ledger();
  await api.patch('/participants/ext:ada', { first_name: 'Ada' });
  const before = await snapshot(id);
  expect((await api.patch('/participants/ext:ada', { first_name: 'Ada', status: 'ACTIVE' })).status).toBe(200);
  expect((await api.patch('/participants/ext:ada', {})).status).toBe(200);
  expect(await snapshot(id)).toEqual(before);
});

test.each([
  [{ email: 'nobody' }, 'invalid_email', 'email'],
  [{ status: 'DELETED' }, 'validation_error', 'status'],
  [{ status: null }, 'validation_error', 'status'],
  [{ first_name: '' }, 'validation_error', 'first_name'],
  [{ last_name: 'a\0' }, 'validation_error', 'last_name'],
  [{ external_id: 'eve' }, 'validation_error', 'external_id'],
  [{ tags: ['vip'] }, 'validation_error', 'tags'],
  [{ id: 'x' }, 'validation_error', 'id'],
])('the change %j is refused', async (change, code, param) => {
  const { id, api } = await ledger();
  const before = await snapshot(id);
  expect(await api.patch('/participants/ext:ada', change)).toMatchObject({ status: 400, body: { code, param } });
  expect(await snapshot(id)).toEqual(before);
});

test.each(['SUSPENDED', 'CLOSED'])('no value moves for a %s participant until it is active again', async (status) => {
  const club = await ledger();
  await club.post({ amount: '5' });
  await club.api.patch('/participants/ext:ada', { status });
  const before = await snapshot(club.id);
  for (const type of ['CREDIT', 'DEBIT']) {
    expect(await club.adjust({ type, amount: '1' })).toMatchObject({
      status: 409,
      body: { type: 'conflict', code: 'participant_inactive' },
    });
  }
  expect(await snapshot(club.id)).toEqual(before);
  await club.api.patch('/participants/ext:ada', { status: 'ACTIVE' });
  expect(await club.adjust({ amount: '1' })).toMatchObject({ status: 200, body: { balance: { available: '6.00' } } });
});
