import { expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { organization } from '@tests/support/api';
import { ledger } from '@tests/support/ledger';

test('a participant shows its balances in the scale of each asset, its programs and its state', async () => {
  const club = await ledger({ scale: 3 });
  await club.post({ amount: '1.5' });
  await club.post({ amount: '0.25', bucket: 'HELD', reference_id: 'order-1' });
  await club.api.post('/participants', { external_id: 'ada', tags: ['VIP'], attributes: { plan: 'gold' } });
  expect((await club.api.get(`/participants/${club.participant.id}`)).body).toMatchObject({
    external_id: 'ada',
    program_ids: [club.program.id],
    enrollments: [{ program_id: club.program.id, enrolled_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) }],
    tags: ['vip'],
    attributes: { plan: 'gold' },
    counters: {},
    tiers: [],
    balances: [{ program_id: club.program.id, asset_id: club.asset.id, available: '1.500', held: '0.250', deferred: '0.000' }],
  });
});

test.each([
  'ada',
  'a/b',
  'ext:ada',
  'a b+c',
  'ada@example.com',
  'ключ-🎉',
  '100%',
  '%2F',
  '.',
  '..',
  '?a=b&c',
  '#x',
  'balances',
  'A'.repeat(255),
])('the external id %j names its participant in a path', async (externalId) => {
  const { api } = await organization();
  const { body } = await api.post<ParticipantDetail>('/participants', { external_id: externalId });
  const path = `/participants/${encodeURIComponent(`ext:${externalId}`)}`;
  expect(await api.get(path)).toMatchObject({ status: 200, body });
  expect(await api.get(`/participants/ext:${encodeURIComponent(externalId)}/balances`)).toMatchObject({ status: 200, body: { data: [] } });
  expect(await api.patch(path, { first_name: 'Ada' })).toMatchObject({ status: 200, body: { id: body.id, first_name: 'Ada' } });
});

test('a participant is found by its UUID in either case', async () => {
  const { api, participant } = await ledger();
  expect(await api.get(`/participants/${participant.id.toUpperCase()}`)).toMatchObject({ status: 200, body: { id: participant.id } });
});

const PARTICIPANT_PATHS = [
  '',
  '/balances',
  '/balances/explain',
  '/activity/events',
  '/activity/journal-entries',
  '/activity/state-history',
];

test('an unknown participant, or one of another organization, is not_found on every path', async () => {
  const club = await ledger();
  const stranger = await organization();
  for (const reference of [club.participant.id, 'ext:ada', '00000000-0000-4000-8000-000000000000']) {
    for (const path of PARTICIPANT_PATHS) {
      expect(await stranger.api.get(`/participants/${reference}${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await stranger.api.patch(`/participants/${reference}`, { first_name: 'x' })).toMatchObject({ status: 404 });
  }
});

test.each(['ada', 'ext:', '123', 'ext%3A%00', `ext:${'x'.repeat(256)}`])('the reference %s is a validation_error', async (reference) => {
  const { api } = await organization();
  for (const path of PARTICIPANT_PATHS) {
    expect(await api.get(`/participants/${reference}${path}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'id' },
    });
  }
});
