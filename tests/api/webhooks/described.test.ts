/** What the API description tells receivers of webhooks is what they get: headers, envelope and data of every event type. */
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { WebhookEnvelope, WebhookEventType } from '@/contract/webhook';
import { WEBHOOK_TYPES } from '@/domain/webhooks/catalog';
import { DELIVERY_HEADERS } from '@/domain/webhooks/headers';
import { organization, origin, type Api } from '@tests/support/api';
import { send } from '@tests/support/http';
import { startReceiver } from '@tests/support/receiver';
import { sandboxWith, type Hooked } from '@tests/support/webhooks';

interface Described {
  readonly webhooks: Readonly<Record<string, { post: Operation }>>;
}
interface Operation {
  readonly parameters: readonly { in: string; name: string; required: boolean; description: string }[];
  readonly requestBody: { content: Readonly<Record<string, { schema: object; example: unknown }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

async function described() {
  const document = JSON.parse((await send(origin(), { method: 'GET', path: '/openapi.json' })).text) as Described;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  /** The faults of a body by the description of its type; null when it fits. */
  const faultsOf = (type: string, body: unknown): string | null => {
    const validate = ajv.compile({ $ref: `openapi#/webhooks/${type}/post/requestBody/content/application~1json/schema` });
    return validate(body) ? null : ajv.errorsText(validate.errors);
  };
  return { webhooks: document.webhooks, faultsOf };
}

const envelopeWith = (type: string, data: object) => ({
  id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d0b',
  type,
  api_version: '2026-03-01',
  created_at: '2026-03-01T12:00:00.000Z',
  organization_id: '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d01',
  data,
});

test('every event type is described, with the headers, the body and the answers that follow', async () => {
  const { webhooks, faultsOf } = await described();
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_TYPES]);
  for (const [type, { post }] of Object.entries(webhooks)) {
    expect(post.parameters.map(({ name }) => name)).toEqual(Object.keys(DELIVERY_HEADERS).filter((name) => name !== 'content-type'));
    expect(post.parameters.every((header) => header.in === 'header' && header.required && header.description !== '')).toBe(true);
    expect(Object.keys(post.requestBody.content)).toEqual([DELIVERY_HEADERS['content-type'].example]);
    expect(faultsOf(type, post.requestBody.content['application/json']?.example)).toBeNull();
    expect(Object.keys(post.responses).sort()).toEqual(['2XX', '3XX', '429', '4XX', '5XX']);
  }
});

test('every sample fits the schema of its type', async () => {
  const { api } = await organization();
  const { faultsOf } = await described();
  const { body } = await api.get<{ data: WebhookEventType[] }>('/webhook-event-types');
  expect(body.data.map(({ type }) => type).toSorted()).toEqual([...WEBHOOK_TYPES].toSorted());
  for (const { type, sample_payload } of body.data)
    expect([type, faultsOf(type, envelopeWith(type, sample_payload))]).toEqual([type, null]);
});

describe('a schema refuses', () => {
  const sample = {
    journal_entry_id: randomId(1),
    organization_id: randomId(2),
    program_id: randomId(3),
    asset_id: randomId(4),
    amount: '1.00',
  };
  test.each<[string, string, object]>([
    ['a target that is missing', 'balance.held', sample],
    ['two targets', 'balance.held', { ...sample, participant_id: randomId(5), group_id: randomId(6) }],
    ['a field that the type does not have', 'balance.held', { ...sample, participant_id: randomId(5), bucket: 'HELD' }],
    ['an amount that is a number', 'balance.held', { ...sample, participant_id: randomId(5), amount: 1 }],
    ['the data of another type', 'event.completed', { ...sample, participant_id: randomId(5) }],
  ])('%s', async (_, type, data) => {
    const { faultsOf } = await described();
    expect(faultsOf(type, envelopeWith(type, data))).not.toBeNull();
  });
});

const randomId = (n: number): string => `0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8d${String(n).padStart(2, '0')}`;

test('what is really delivered fits, for every event type', async () => {
  await using receiver = await startReceiver();
  const sandbox = await sandboxWith(receiver);
  await everythingHappens(sandbox);
  const { faultsOf } = await described();
  const transport = ['connection', 'content-length', 'host'];
  for (const { headers, body } of receiver.received) {
    const envelope = JSON.parse(body) as WebhookEnvelope;
    expect([body, faultsOf(envelope.type, envelope)]).toEqual([body, null]);
    expect(Object.keys(headers).toSorted()).toEqual([...Object.keys(DELIVERY_HEADERS), ...transport].toSorted());
    expect([headers['content-type'], headers['user-agent']]).toEqual([
      DELIVERY_HEADERS['content-type'].example,
      DELIVERY_HEADERS['user-agent'].example,
    ]);
  }
  const types = receiver.received.map(({ body }) => (JSON.parse(body) as WebhookEnvelope).type);
  expect([...new Set(types)].toSorted()).toEqual([...WEBHOOK_TYPES].toSorted());
});

async function made(api: Api, path: string, body: object): Promise<Record<string, unknown> & { id: string }> {
  const answer = await api.post<Record<string, unknown> & { id: string }>(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A code is used, and another use of it is reserved and given back. */
async function codesHappen(api: Hooked['api'], program_id: string, asset_id: string): Promise<void> {
  await made(api, '/code-batches', { program_id, key: 'spring', name: 'Spring', kind: 'SHARED', code: 'SPRING' });
  const actions = [{ type: 'CREDIT', asset_id, amount: '1' }];
  await made(api, '/rules', { program_id, name: 'Code', condition: 'codes.size() > 0', actions });
  const decide = (mode: string, key: string) =>
    api.post<{ id: string }>('/decisions', {
      program_id,
      external_id: 'ada',
      idempotency_key: key,
      mode,
      event_data: {},
      codes: ['spring'],
    });
  expect((await decide('COMMIT', 'code-1')).status).toBe(200);
  const { body } = await decide('RESERVE', 'code-2');
  expect((await api.post(`/decisions/${body.id}/cancel`, {})).status).toBe(200);
}

/** Value that expires within a day is told of. */
async function noticesHappen(api: Hooked['api'], program_id: string, asset_id: string): Promise<void> {
  const gift = { program_id, asset_id, type: 'CREDIT', amount: '5', expires_in: '1d', description: 'Gift' };
  await made(api, '/participants/ext:ada/balances/adjust', gift);
  const terms = { kind: 'VALUE_EXPIRES', days_before: 3 };
  await made(api, '/notice-settings', { program_id, key: 'points', name: 'Points', terms });
}

/** A challenge is completed in two parts, and revoked. */
async function challengesHappen(api: Hooked['api'], program_id: string): Promise<void> {
  const goal = { type: 'COUNT', target: 2, match: { event_types: ['sip'] } };
  const take_back = { match: { event_types: ['unsip'] }, reference: 'event.cup', original_reference: 'event.cup' };
  await made(api, '/challenges', { program_id, key: 'card', name: 'Card', status: 'ACTIVE', goal, take_back, parts: [50] });
  for (const [key, type, cup] of [
    ['sip-1', 'sip', 'a'],
    ['sip-2', 'sip', 'b'],
    ['sip-3', 'unsip', 'a'],
  ])
    await made(api, '/events', { program_id, external_id: 'ada', idempotency_key: key, event_data: { type, cup } });
}

/** A leaderboard is frozen, with a prize for the one who was counted. */
async function leaderboardsHappen(api: Hooked['api'], program_id: string, now: Date): Promise<void> {
  const ends_at = new Date(now.getTime() + 3_600_000).toISOString();
  const prizes = [{ from_rank: 1, to_rank: 1, name: 'Gold' }];
  await made(api, '/leaderboards', { program_id, key: 'sips', name: 'Sips', measure: { type: 'COUNTER', key: 'sips' }, ends_at, prizes });
  expect((await api.patch('/participants/ext:ada/state/counters', { increment: { sips: '1' } })).status).toBe(200);
}

/** Four friends are bound, of whom one qualifies, one is cancelled and two expire. */
async function referralsHappen(api: Hooked['api'], program_id: string): Promise<void> {
  const qualifies = { event_types: ['friend'], within_days: 1 };
  const terms = { program_id, key: 'friends', name: 'Friends', qualifies, max_per_referrer: 1 };
  const { id } = await made(api, '/referral-programs', terms);
  const { code } = await made(api, '/participants/ext:ada/referral-codes', { referral_program_id: id });
  const [, , , cancelled] = await Promise.all(
    ['cleo', 'dan', 'eve', 'fay'].map((external_id) => made(api, '/referrals', { program_id, external_id, code })),
  );
  for (const external_id of ['cleo', 'dan'])
    await made(api, '/events', { program_id, external_id, idempotency_key: `friend-${external_id}`, event_data: { type: 'friend' } });
  await made(api, `/referrals/${cancelled?.id}/cancel`, { reason: 'Fraud' });
}

/** Lets every webhook event type happen, in each of its forms, to participants, groups and programs. */
async function everythingHappens({ api, advance }: Hooked): Promise<void> {
  const program = await made(api, '/programs', { name: 'Club' });
  const lots = await made(api, '/assets', {
    name: 'Points',
    symbol: 'PTS',
    scale: 2,
    inventory_mode: 'LOT',
    issuance_policy: 'UNLIMITED',
    program_ids: [program.id],
  });
  const cash = await made(api, '/assets', {
    name: 'Cash',
    symbol: 'CASH',
    scale: 2,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'PREFUNDED',
    program_ids: [program.id],
  });
  const wallet = `/programs/${program.id}/assets/${cash.id}`;
  await made(api, `${wallet}/fund`, { amount: '100', description: 'Start' });
  await made(api, `${wallet}/burn`, { amount: '1', description: 'Less' });
  const ada = await made(api, '/participants', { external_id: 'ada', program_id: program.id });
  const bob = await made(api, '/participants', { external_id: 'bob', program_id: program.id });
  const group = await made(api, '/groups', { name: 'Team', members: [{ participant_id: ada.id, role: 'ADMIN' }] });
  await balancesMove(api, { program: program.id, asset: lots.id, holders: [`/participants/${ada.id}`, `/groups/${group.id}`] });
  const of = { program_id: program.id, asset_id: lots.id };
  const recipients = [
    { participant_id: bob.id, amount: '1' },
    { group_id: group.id, amount: '1' },
  ];
  await made(api, '/transfers', { ...of, source_participant_id: ada.id, recipients, idempotency_key: 't-1' });
  await made(api, '/transfers', { ...of, source_group_id: group.id, recipients: recipients.slice(0, 1), idempotency_key: 't-2' });
  await redemptionsHappen(api, { program: program.id, asset: lots.id, participant: ada.id });
  await made(api, `/programs/${program.id}/tiers`, { key: 'status', name: 'Status', levels: [{ key: 'gold', rank: 1 }] });
  for (const holder of [`/participants/${ada.id}`, `/groups/${group.id}`]) {
    expect((await api.put(`${holder}/state/tiers/status?program_id=${program.id}`, { level: 'gold' })).status).toBe(200);
    expect((await api.delete(`${holder}/state/tiers/status?program_id=${program.id}`)).status).toBe(204);
  }
  const setTier = { type: 'SET_TIER', tier: 'status', level: 'gold', target: { type: 'PROGRAM' } };
  await made(api, '/rules', { program_id: program.id, name: 'R', condition: 'event.type == "up"', actions: [setTier] });
  const event = (key: string, external_id: string) =>
    api.post('/events', { program_id: program.id, external_id, idempotency_key: key, event_data: { type: 'up' } });
  const { id: campaign } = await made(api, '/campaigns', { program_id: program.id, name: 'Spring', status: 'ACTIVE' });
  expect((await api.post(`/campaigns/${campaign}/end`, {})).status).toBe(200);
  await codesHappen(api, program.id, lots.id);
  await noticesHappen(api, program.id, lots.id);
  await challengesHappen(api, program.id);
  await referralsHappen(api, program.id);
  await leaderboardsHappen(api, program.id, new Date((await api.get<{ now: string }>('/sandbox/clock')).body.now));
  await event('one', 'ada');
  await advance('2d');
  await api.patch(`/participants/${bob.id}`, { status: 'SUSPENDED' });
  expect((await event('two', 'bob')).status).toBe(422);
  await api.patch(`/programs/${program.id}`, { status: 'SUSPENDED' });
  await event('three', 'ada');
  await advance('1h');
}

interface Moved {
  readonly program: string;
  readonly asset: string;
  readonly holders: readonly string[];
}

async function balancesMove(api: Api, { program, asset, holders }: Moved): Promise<void> {
  const of = { program_id: program, asset_id: asset, description: 'Test' };
  for (const holder of holders) {
    const change = (operation: string, body: object) => made(api, `${holder}/balances/${operation}`, { ...of, ...body });
    await change('adjust', { type: 'CREDIT', amount: '50' });
    await change('adjust', { type: 'CREDIT', amount: '5', expires_in: '1d' });
    await change('adjust', { type: 'DEBIT', amount: '1' });
    await change('hold', { amount: '6', reference_id: 'order-1' });
    await change('release', { amount: '2', reference_id: 'order-1' });
    await change('forfeit', { amount: '1', bucket: 'HELD', reference_id: 'order-1' });
    await change('adjust', { type: 'CREDIT', amount: '4', bucket: 'HELD', reference_id: 'trip-1' });
    await change('adjust', { type: 'CREDIT', amount: '3', reference_id: 'trip-1' });
    await change('adjust', { type: 'CREDIT', amount: '4', bucket: 'HELD', reference_id: 'trip-2' });
    await change('void-hold', { reference_id: 'trip-2' });
  }
}

async function redemptionsHappen(api: Api, of: { program: string; asset: string; participant: string }): Promise<void> {
  const base = `/participants/${of.participant}/redemptions`;
  const redeemed = await made(api, base, { program_id: of.program, asset_id: of.asset, amount: '2', idempotency_key: 'r-1' });
  await made(api, `/redemptions/${redeemed.id}/reverse`, { amount: '1', reason: 'Back', idempotency_key: 'v-1' });
  const pending = await made(api, base, {
    program_id: of.program,
    asset_id: of.asset,
    amount: '2',
    mode: 'PENDING',
    idempotency_key: 'r-2',
  });
  await made(api, `/redemptions/${pending.id}/cancel`, {});
  const reward = await made(api, `/programs/${of.program}/rewards`, {
    name: 'Mug',
    redemption_type: 'UNIT_BASED',
    asset_id: of.asset,
    unit_cost: '1',
  });
  await made(api, `${base}/items`, { program_id: of.program, reward_id: reward.id, quantity: 1, idempotency_key: 'r-3' });
}
