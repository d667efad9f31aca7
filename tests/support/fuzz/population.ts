/** Creates at least one of every record that operations refer to, so that requests find it. */
import type { Job } from '@/server/platform/job';
import { JOBS } from '@/server/services/jobs';
import type { Answer, Api } from '../api';
import { Known } from './known';

/** Leaves out webhook delivery: nobody listens at the endpoints' URLs. */
const WORK: readonly Job[] = JOBS.filter(({ name }) => name !== 'deliver-webhooks');

/** Does the due work of every organization. */
export async function work(): Promise<void> {
  for (const job of WORK) await job.run({ clock: { now: () => new Date() }, limit: 200, signal: new AbortController().signal });
}

const DAY_MS = 86_400_000;

async function made<Body extends object>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`the population was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

type Made = { readonly id: string };

/** Fills the organization of a key. */
export async function populate(api: Api): Promise<Known> {
  const known = new Known();
  const post = async (kind: string, path: string, body?: object): Promise<string> => {
    const { id } = await made(api.post<Made>(path, body));
    known.add(kind, id);
    return id;
  };
  const program_id = await post('program', '/programs', { name: 'Coffee club' });
  const asset = (symbol: string, settings: object) =>
    post('asset', '/assets', {
      name: symbol,
      symbol,
      scale: 2,
      inventory_mode: 'LOT',
      issuance_policy: 'UNLIMITED',
      program_ids: [program_id],
      ...settings,
    });
  const asset_id = await asset('PTS', {});
  await asset('CASH', { inventory_mode: 'SIMPLE' });
  const funded = await asset('GIFT', { issuance_policy: 'PREFUNDED' });
  await made(api.post(`/programs/${program_id}/assets/${funded}/fund`, { amount: '500', description: 'Budget' }));
  await people(api, known, { program_id, asset_id }, post);
  await rules(api, known, { program_id, asset_id });
  await catalogue({ program_id, asset_id }, post);
  await vouchers({ program_id }, api, known, post);
  await post('notice-setting', '/notice-settings', {
    program_id,
    key: 'ends',
    name: 'Ends',
    terms: { kind: 'VALUE_EXPIRES', days_before: 90 },
  });
  await goals({ program_id }, api, known, post);
  await friends({ program_id }, api, known, post);
  await post('leaderboard', '/leaderboards', {
    program_id,
    key: 'top',
    name: 'Top',
    measure: { type: 'EARNED', asset_id },
    period: 'WEEK',
    prizes: [{ from_rank: 1, to_rank: 3, name: 'Gold' }],
  });
  await work();
  await records({ program_id, asset_id }, post);
  for (const path of ['/webhook-deliveries', '/audit-log', '/logs', '/journal-entries', '/participants/ext:ada/balances/lots'])
    known.learn({ path }, await made(api.get(path)));
  return known;
}

async function vouchers({ program_id }: Pick<Place, 'program_id'>, api: Api, known: Known, post: Post): Promise<void> {
  await post('code-batch', '/code-batches', { program_id, key: 'spring', name: 'Spring', kind: 'SHARED', code: 'SPRING' });
  await post('code-batch', '/code-batches', { program_id, key: 'vip', name: 'VIP', kind: 'UNIQUE', count: 3 });
  await post('code-batch', '/code-batches', { program_id, key: 'old', name: 'Old', kind: 'IMPORTED' });
  known.add('code', 'SPRING');
  const rule = { program_id, name: 'Spring', condition: 'codes.exists(c, c.batch == "spring")', actions: [] };
  await made(api.post('/rules', { ...rule, actions: [{ type: 'TAG', tag: 'spring' }] }));
  const event = { program_id, external_id: 'ada', idempotency_key: 'spring', event_data: {}, codes: ['spring'] };
  known.add('event', (await made(api.post<Made>('/events', event))).id);
}

async function goals({ program_id }: Pick<Place, 'program_id'>, api: Api, known: Known, post: Post): Promise<void> {
  const goal = { type: 'COUNT', target: 1, match: { event_types: ['coffee'] } };
  await post('challenge', '/challenges', {
    program_id,
    key: 'card',
    name: 'Card',
    status: 'ACTIVE',
    goal,
    badge: { name: 'Card', icon: 'star' },
  });
  const event = { program_id, external_id: 'ada', idempotency_key: 'coffee', event_data: { type: 'coffee' } };
  known.add('event', (await made(api.post<Made>('/events', event))).id);
}

async function friends({ program_id }: Pick<Place, 'program_id'>, api: Api, known: Known, post: Post): Promise<void> {
  const id = await post('referral-program', '/referral-programs', { program_id, key: 'friends', name: 'Friends' });
  const path = '/participants/ext:ada/referral-codes';
  const { code } = await made(api.post<{ code: string }>(path, { referral_program_id: id }));
  known.add('code', code);
  await post('referral', '/referrals', { program_id, code, external_id: 'bob' });
}

type Place = { readonly program_id: string; readonly asset_id: string };
type Post = (kind: string, path: string, body?: object) => Promise<string>;

async function people(api: Api, known: Known, place: Place, post: Post): Promise<void> {
  const ids: string[] = [];
  for (const external_id of ['ada', 'bob']) {
    const id = await post('participant', '/participants', {
      external_id,
      program_id: place.program_id,
      email: `${external_id}@example.com`,
    });
    ids.push(id);
    known.add('external_id', external_id);
    known.add('participant', `ext:${external_id}`);
    const state = `/participants/${id}/state`;
    await made(api.patch(`${state}/counters`, { set: { visits: '3' } }));
    await made(api.patch(`${state}/attributes`, { set: { city: 'Ghent' } }));
    const credit = { ...place, type: 'CREDIT', amount: '900', description: 'Goodwill', expires_in: '180d' };
    await made(api.post(`/participants/${id}/balances/adjust`, credit));
    const hold = { ...place, amount: '60', reference_id: `review-${external_id}`, description: 'Under review' };
    await made(api.post(`/participants/${id}/balances/hold`, hold));
    known.add('reference_id', `review-${external_id}`);
  }
  for (const kind of ['counter', 'attribute']) known.add(`key of ${kind}`, kind === 'counter' ? 'visits' : 'city');
  const group = await post('group', '/groups', {
    name: 'Regulars',
    members: ids.map((participant_id) => ({ participant_id, role: 'ADMIN' })),
  });
  await made(api.post(`/groups/${group}/balances/adjust`, { ...place, type: 'CREDIT', amount: '300', description: 'Goodwill' }));
  await made(api.patch(`/groups/${group}/state/counters`, { set: { visits: '3' } }));
}

async function rules(api: Api, known: Known, { program_id, asset_id }: Place): Promise<void> {
  const rule = {
    program_id,
    name: 'Purchase',
    condition: 'event.type == "purchase"',
    actions: [{ type: 'CREDIT', asset_id, amount: '5', expires_in: '90d' }],
    budgets: [{ asset_id, scope: 'PROGRAM', limit: '5000', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
  };
  const { id, rule_set_id } = await made(api.post<Made & { rule_set_id: string }>('/rules', rule));
  known.add('rule', id);
  known.add('rule_set', rule_set_id);
  const qualification = { mode: 'ALL', criteria: [{ counter: 'points', operator: 'GTE', threshold: 100 }] };
  await made(
    api.post(`/programs/${program_id}/tiers`, {
      key: 'status',
      name: 'Status',
      levels: [
        { key: 'silver', rank: 1, qualification },
        { key: 'gold', rank: 2 },
      ],
    }),
  );
  known.add('key of tier', 'status');
  const { data } = await made(api.get<{ data: Made[] }>('/participants'));
  for (const participant of data)
    await made(api.put(`/participants/${participant.id}/state/tiers/status?program_id=${program_id}`, { level: 'silver' }));
  for (const [index, external_id] of ['ada', 'bob', 'ada'].entries()) {
    const event_data = { type: 'purchase', amount: index < 2 ? 20 : 'n/a' };
    const event = await made(api.post<Made>('/events', { program_id, external_id, idempotency_key: `seed-${index}`, event_data }));
    known.add('event', event.id);
  }
}

async function catalogue({ program_id, asset_id }: Place, post: Post): Promise<void> {
  const of = `/programs/${program_id}`;
  await post('reward', `${of}/rewards`, { name: 'Mug', asset_id, redemption_type: 'UNIT_BASED', unit_cost: '10' });
  const trigger = { type: 'CRON', cron_expression: '0 9 1 * *' };
  await post('automation', `${of}/automations`, { name: 'Month', trigger, scope: 'PARTICIPANTS', event: { type: 'month' } });
  await post('webhook_endpoint', '/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] });
  const account = { provider: 'SANDBOX', name: 'Cards', config: { outcome: 'DELIVER' } };
  const fulfillment_account_id = await post('fulfillment_account', '/fulfillment-accounts', account);
  const policy = { currency: 'USD', denominations: [1_000, 2_500] };
  await post('reward_source', `${of}/reward-sources`, { fulfillment_account_id, asset_id, rate: '1', policy });
}

/** Creates the records that depend on those before. */
async function records(place: Place, post: Post): Promise<void> {
  const { program_id } = place;
  const of = '/participants/ext:ada';
  await post('redemption', `${of}/redemptions`, { ...place, amount: '3', mode: 'PENDING', idempotency_key: 'seed-1' });
  await post('redemption', `${of}/redemptions`, { ...place, amount: '3', idempotency_key: 'seed-2' });
  const recipients = [{ external_id: 'bob', amount: '4' }];
  await post('transfer', '/transfers', { ...place, source_external_id: 'ada', recipients, idempotency_key: 'seed-3' });
  const now = Date.now();
  const window = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() };
  const backtest_id = await post('backtest', `/programs/${program_id}/backtests`, window);
  await post('ledger_verification', '/reports/ledger-verification');
  // Yesterday's month: today's may have just begun, and a period must end at least a minute ago.
  const month = window.from.slice(0, 'yyyy-mm'.length);
  await post('ledger_period', '/ledger-periods', { to: `${month}-01T00:00:00.000Z` });
  await work();
  await post('campaign', '/campaigns', { program_id, name: 'Summer' });
  await post('change_set', `/programs/${program_id}/change-sets`, { name: 'Summer' });
  await post('correction', `/programs/${program_id}/corrections`, {
    backtest_id,
    description: 'As it should be',
    shortfall_policy: 'PARTIAL',
  });
}
