import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AuditEntry } from '@/contract/audit-log';
import { statement } from '@/server/db/transaction';
import { organization, origin, type Api } from '@tests/support/api';
import { send } from '@tests/support/http';
import { programWithAsset } from '@tests/support/programs';
import { shop } from '@tests/support/redemptions';

interface Page {
  data: AuditEntry[];
  pagination: { has_more: boolean; next_cursor: string | null };
}

/** Newest first. */
const entries = async (api: Api, query = ''): Promise<AuditEntry[]> => (await api.get<Page>(`/audit-log${query}`)).body.data;
const newest = async (api: Api, query = ''): Promise<AuditEntry> => (await entries(api, query))[0]!;

test('a change of configuration is told with its key, its request and only the fields that changed', async () => {
  const { api } = await organization();
  const { body: program } = await api.post<{ id: string }>('/programs', { name: 'Coffee', description: 'beans' });
  const changed = await api.patch(`/programs/${program.id}`, { name: 'Tea' });
  const [update, create] = await entries(api, `?resource_id=${program.id}`);
  expect(update).toMatchObject({
    action: 'UPDATE',
    resource_type: 'PROGRAM',
    resource_name: 'Tea',
    program_id: program.id,
    actor_type: 'API_KEY',
    actor_name: 'First key',
    on_behalf_of: null,
    operation: 'programs.update',
    request_id: changed.headers['x-request-id'],
    before: { name: 'Coffee' },
    after: { name: 'Tea' },
  });
  expect(update!.ip).toContain('127.0.0.1');
  expect(create).toMatchObject({ action: 'CREATE', before: null, after: { name: 'Coffee', description: 'beans', status: 'ACTIVE' } });
  expect((await api.get(`/audit-log/${update!.id}`)).body).toEqual(update);
});

test('a refused change, a rehearsed one and one that changes nothing leave no entry', async () => {
  const { api } = await organization();
  const { body: program } = await api.post<{ id: string; name: string }>('/programs', { name: 'Coffee' });
  const before = await entries(api);
  await api.patch(`/programs/${program.id}`, { name: '' });
  await api.patch(`/programs/${program.id}`, { name: 'Coffee' });
  await api.put(`/programs/${program.id}/rules/configuration`, {
    expected_rule_configuration_version: 1,
    dry_run: true,
    rule_sets: [{ key: 'main', name: 'Main', client_ref: 'main', rules: [] }],
  });
  expect(await entries(api)).toEqual(before);
});

test('whom a trusted key acts for is told', async () => {
  const { api } = await organization({ trusted_key: true });
  await api.post('/programs', { name: 'Coffee' }, { 'x-on-behalf-of': "o'brien \\ @example.com" });
  expect(await newest(api)).toMatchObject({ resource_type: 'PROGRAM', on_behalf_of: "o'brien \\ @example.com" });
});

test('secrets are never written: a rotation tells that the secret changed, not what it is', async () => {
  const { id, api } = await organization();
  const { body: endpoint } = await api.post<{ id: string; secret: string }>('/webhook-endpoints', {
    url: 'http://127.0.0.1:9/',
    enabled_events: ['*'],
  });
  await api.post(`/webhook-endpoints/${endpoint.id}/rotate-secret`, {});
  expect(await newest(api, '?resource_type=WEBHOOK_ENDPOINT')).toMatchObject({
    operation: 'webhookEndpoints.rotateSecret',
    before: { secret: '[redacted]' },
    after: { secret: '[redacted]' },
  });
  const [{ text }] = (await statement<{ text: string }>(
    `SELECT string_agg(concat(before, after), '') AS text FROM audit_log WHERE organization_id = $1`,
    [id],
  )) as [{ text: string }];
  expect(text).not.toContain(endpoint.secret);
  expect(text).not.toContain('\\x');
});

test('operations by hand are told with what they posted, under whose value they moved', async () => {
  const club = await shop();
  const { api, participant, asset, program } = club;
  await api.post(`/participants/${participant.id}/balances/hold`, {
    program_id: program.id,
    asset_id: asset.id,
    amount: '5',
    reference_id: 'order-7',
    description: 'deposit',
  });
  const held = await club.reserved();
  await club.act('capture', held);
  await club.act('cancel', await club.reserved());
  await club.reverse(held, { amount: '2', reason: 'broken' });
  const told = await entries(api, `?from=${encodeURIComponent('2000-01-01T00:00:00Z')}`);
  expect(told.slice(0, 4).map(({ action, resource_type }) => `${resource_type} ${action}`)).toEqual([
    'REDEMPTION REVERSE',
    'REDEMPTION CANCEL',
    'REDEMPTION CAPTURE',
    'PARTICIPANT HOLD',
  ]);
  expect(told[0]!.after).toMatchObject({ amount: '2', reason: 'broken' });
  expect(told[3]).toMatchObject({
    resource_id: participant.id,
    program_id: program.id,
    before: null,
    after: { description: 'deposit', reference_id: 'order-7' },
  });
  expect(told[3]!.after!.postings).toContainEqual({
    account_type: 'PARTICIPANT',
    account_id: participant.id,
    bucket: 'HELD',
    asset_id: asset.id,
    amount: '5',
  });
});

test('state that a key sets is told, and what rules do is not', async () => {
  const club = await shop();
  const { api, participant, program, asset } = club;
  await api.patch(`/participants/${participant.id}/state/attributes`, { set: { color: 'red' } });
  await api.patch(`/participants/${participant.id}/state/attributes`, { set: { color: 'blue' } });
  expect(await newest(api)).toMatchObject({
    action: 'SET_STATE',
    resource_type: 'PARTICIPANT',
    resource_id: participant.id,
    before: { 'attribute.color': 'red' },
    after: { 'attribute.color': 'blue' },
  });
  await api.patch(`/participants/${participant.id}`, { status: 'SUSPENDED' });
  expect(await newest(api)).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'SUSPENDED' } });
  await api.patch(`/participants/${participant.id}`, { status: 'ACTIVE' });
  await api.post('/rules', {
    program_id: program.id,
    name: 'All',
    condition: 'true',
    actions: [
      { type: 'CREDIT', asset_id: asset.id, amount: '1' },
      { type: 'TAG', tag: 'seen' },
    ],
  });
  const before = await entries(api);
  const { body: event } = await api.post<{ id: string }>('/events', {
    program_id: program.id,
    participant_id: participant.id,
    idempotency_key: randomUUID(),
    event_data: {},
  });
  // Work due on the clock runs inside the request that moves it, yet has no actor.
  await club.advance('1h');
  expect((await api.get<{ status: string }>(`/events/${event.id}`)).body.status).toBe('COMPLETED');
  const [move, ...rest] = await entries(api);
  expect(rest).toEqual(before);
  expect(move).toMatchObject({ action: 'ADVANCE_CLOCK', resource_type: 'ORGANIZATION' });
  expect(Date.parse(String(move!.after!.now)) - Date.parse(String(move!.before!.now))).toBe(3_600_000);
});

test('lists filter by actor, action, kind, resource, program, request and time, and page by cursor', async () => {
  const { api } = await organization();
  const { body: program } = await api.post<{ id: string }>('/programs', { name: 'a' });
  const second = await api.post<{ id: string }>('/programs', { name: 'b' });
  await api.patch(`/programs/${program.id}`, { status: 'ARCHIVED' });
  const all = await entries(api);
  expect((await entries(api, '?actor_type=ADMIN_KEY')).map((entry) => entry.resource_type)).toEqual(['API_KEY', 'ORGANIZATION']);
  expect((await entries(api, '?action=ARCHIVE')).map((entry) => entry.resource_id)).toEqual([program.id]);
  expect(await entries(api, `?actor_id=${all[0]!.actor_id}`)).toHaveLength(3);
  expect(await entries(api, `?program_id=${program.id}`)).toHaveLength(2);
  expect(await entries(api, '?resource_type=PROGRAM')).toHaveLength(3);
  expect(await entries(api, `?request_id=${String(second.headers['x-request-id'])}`)).toHaveLength(1);
  expect(await entries(api, '?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z')).toEqual([]);
  const first = (await api.get<Page>('/audit-log?limit=2')).body;
  const next = (await api.get<Page>(`/audit-log?limit=2&cursor=${first.pagination.next_cursor}`)).body;
  expect([...first.data, ...next.data]).toEqual(all.slice(0, 4));
});

test('another organization sees nothing of it, and CSV has a column for each plain field', async () => {
  const [one, two] = [await organization(), await organization()];
  await one.api.post('/programs', { name: 'mine' });
  const mine = await newest(one.api);
  expect(await entries(two.api, `?resource_id=${mine.resource_id}`)).toEqual([]);
  expect(await two.api.get(`/audit-log/${mine.id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const { text } = await send(origin(), {
    method: 'GET',
    path: '/v1/audit-log?format=csv',
    headers: { authorization: `Bearer ${one.key}` },
  });
  expect(text.split('\r\n')[0]).toBe(
    'id,actor_type,actor_id,actor_name,on_behalf_of,action,resource_type,resource_id,resource_name,program_id,operation,request_id,ip,organization_time,created_at,summary',
  );
});

test('what changed about rules, automations, tiers and rewards is told in words, with the symbols of assets; about all else it is not', async () => {
  const { api, key, program, asset, addRule } = await programWithAsset();
  const rule = await addRule({ name: 'Coffee', condition: 'true', actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '1' }] });
  await api.patch(`/rules/${rule.id}`, {
    condition: 'event.amount > 5',
    budgets: [{ asset_id: asset.id, scope: 'PROGRAM', limit: '100' }],
  });
  const [changed, created] = await entries(api, `?resource_id=${rule.id}`);
  expect(created?.summary).toBe(`Created the rule “Coffee”: For every event, gives 1 ${asset.symbol} to the participant.`);
  expect(changed?.summary).toBe(
    `Changed the rule “Coffee”. When it applies: was for every event, now when amount is over 5. Limits: was no limit, now at most 100 ${asset.symbol} in all.`,
  );
  const { body: tier } = await api.post<{ id: string }>(`/programs/${program.id}/tiers`, {
    key: 'club',
    name: 'Club',
    levels: [{ key: 'gold', rank: 1 }],
  });
  await api.patch(`/programs/${program.id}/tiers/club`, { status: 'ARCHIVED' });
  expect((await entries(api, `?resource_id=${tier.id}`)).map(({ summary }) => summary)).toEqual([
    'Archived the tier “Club”.',
    'Created the tier “Club”: Has the level “gold”. A level lasts until somebody changes it.',
  ]);
  const { body: automation } = await api.post<{ id: string }>(`/programs/${program.id}/automations`, {
    name: 'Weekly',
    trigger: { type: 'CRON', cron_expression: '0 18 * * 5', timezone: 'Europe/Berlin' },
    scope: 'PROGRAM',
    event: { type: 'weekly', data: {} },
  });
  const trigger = { type: 'CRON', cron_expression: '0 9 1 * *', timezone: 'Europe/Berlin' };
  await api.patch(`/programs/${program.id}/automations/${automation.id}`, { trigger });
  expect((await entries(api, `?resource_id=${automation.id}`)).map(({ summary }) => summary)).toEqual([
    'Changed the automation “Weekly”. When it runs: was every Friday at 18:00, now on the 1st of every month at 09:00.',
    'Created the automation “Weekly”: Every Friday at 18:00 in Berlin, makes the event “weekly” for the program.',
  ]);
  const offer = { name: 'Mug', redemption_type: 'UNIT_BASED', asset_id: asset.id, unit_cost: '50', max_per_participant: 2 };
  const { body: reward } = await api.post<{ id: string }>(`/programs/${program.id}/rewards`, offer);
  await api.patch(`/programs/${program.id}/rewards/${reward.id}`, { unit_cost: '60', available_until: '2027-01-01T00:00:00Z' });
  expect((await entries(api, `?resource_id=${reward.id}`)).map(({ summary }) => summary)).toEqual([
    'Changed the reward “Mug”. Cost: was 50, now 60. Can be redeemed until: was further notice, now January 1, 2027 at 00:00 UTC.',
    `Created the reward “Mug”: Costs 50 ${asset.symbol}, at most 2 for each participant.`,
  ]);
  expect(await newest(api, `?resource_id=${program.id}`)).toMatchObject({ summary: null });
  const { text } = await send(origin(), {
    method: 'GET',
    path: `/v1/audit-log?format=csv&resource_id=${rule.id}`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(text).toContain('When it applies: was for every event, now when amount is over 5.');
});
