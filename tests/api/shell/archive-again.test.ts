import { expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { giftCards } from '@tests/support/fulfillment';
import { groupIn } from '@tests/support/groups';
import { LEVELS } from '@tests/support/tiers';

type Club = Awaited<ReturnType<typeof giftCards>>;
type Made = { id: string };

const POINTS = { symbol: 'OLD', scale: 2, inventory_mode: 'SIMPLE', issuance_policy: 'UNLIMITED' };

/** The path of one record of every kind that can be archived. */
const KINDS: Readonly<Record<string, (club: Club) => Promise<string>>> = {
  program: async ({ api }) => `/programs/${(await api.post<Made>('/programs', { name: 'Tea club' })).body.id}`,
  asset: async ({ api }) => `/assets/${(await api.post<Made>('/assets', { name: 'Old', ...POINTS })).body.id}`,
  rule: async (club) => `/rules/${(await club.addRule({})).id}`,
  reward: async ({ program, reward }) => Promise.resolve(`/programs/${program.id}/rewards/${reward.id}`),
  'reward source': async ({ program, source }) => Promise.resolve(`/programs/${program.id}/reward-sources/${source.id}`),
  'fulfillment account': async ({ account }) => Promise.resolve(`/fulfillment-accounts/${account.id}`),
  group: async ({ api }) => `/groups/${(await groupIn(api)).group.id}`,
  'webhook endpoint': async ({ api }) =>
    `/webhook-endpoints/${(await api.post<Made>('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] })).body.id}`,
  tier: async ({ api, program }) => {
    await api.post(`/programs/${program.id}/tiers`, { key: 'status', name: 'Status', levels: LEVELS });
    return `/programs/${program.id}/tiers/status`;
  },
  automation: async ({ api, program }) => {
    const trigger = { type: 'CRON', cron_expression: '0 0 1 1 *' };
    const automation = { name: 'Yearly', trigger, scope: 'PARTICIPANTS', event: { type: 'nudge' } };
    return `/programs/${program.id}/automations/${(await api.post<Made>(`/programs/${program.id}/automations`, automation)).body.id}`;
  },
};

test.each(Object.keys(KINDS))('archiving a %s again answers 200 with the same record, and nothing is written', async (kind) => {
  const club = await giftCards();
  const path = await KINDS[kind]!(club);
  const archive = () => club.api.patch(path, { status: 'ARCHIVED' });
  const log = async () => (await club.api.get<{ data: unknown[] }>('/audit-log?limit=200')).body.data;
  const first = await archive();
  expect(first).toMatchObject({ status: 200, body: { status: 'ARCHIVED', deleted_at: expect.any(String) } });
  const written = await log();
  expect(await archive()).toMatchObject({ status: 200, body: first.body });
  expect(await log()).toEqual(written);
});

test.each(['rule', 'webhook endpoint'])('an archived %s still refuses a change that comes with the archiving', async (kind) => {
  const club = await giftCards();
  const path = await KINDS[kind]!(club);
  await club.api.patch(path, { status: 'ARCHIVED' });
  const change = kind === 'rule' ? { name: 'Other' } : { description: 'Other' };
  expect(await club.api.patch(path, { status: 'ARCHIVED', ...change })).toMatchObject({ status: 400, body: { code: 'invalid_status' } });
});

test.each(['SUSPENDED', 'CLOSED'] as const)('whoever is %s is named by the field that the caller sent', async (status) => {
  const { api, program, asset } = await giftCards();
  const enrol = async (external_id: string) =>
    (await api.post<ParticipantDetail>('/participants', { external_id, program_id: program.id })).body;
  const [eve, bob] = [await enrol('eve'), await enrol('bob')];
  const { group } = await groupIn(api);
  await api.patch(`/participants/${eve.id}`, { status });
  const refused = (param: string) => ({
    status: 409,
    body: { code: 'participant_inactive', param, details: { participant_id: eve.id, status } },
  });
  const move = { program_id: program.id, asset_id: asset.id, amount: '1', description: 'x' };
  const adjusted = await api.post(`/participants/${eve.id}/balances/adjust`, { ...move, type: 'CREDIT' });
  expect(adjusted).toMatchObject(refused('id'));
  expect(await api.patch(`/participants/${eve.id}/state/tags`, { add: ['vip'] })).toMatchObject(refused('id'));
  const joined = await api.post(`/groups/${group.id}/members`, { members: [{ participant_id: eve.id, role: 'MEMBER' }] });
  expect(joined).toMatchObject(refused('members[0].participant_id'));
  const transfer = (parties: Record<string, unknown>) =>
    api.post('/transfers', { program_id: program.id, asset_id: asset.id, idempotency_key: JSON.stringify(parties), ...parties });
  const toEve = { source_participant_id: bob.id, recipients: [{ participant_id: eve.id, amount: '1' }] };
  expect(await transfer(toEve)).toMatchObject(refused('recipients[0].participant_id'));
  const fromEve = { source_external_id: 'eve', recipients: [{ external_id: 'bob', amount: '1' }] };
  expect(await transfer(fromEve)).toMatchObject(refused('source_external_id'));
});
