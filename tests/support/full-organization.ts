/** Builds an organization in which every list has rows and every record page has a record, once per worker; no test changes it. */
import type { APIRequestContext, Page } from '@playwright/test';
import { backendOf, until, type Backend, type Page as Rows } from '@tests/gallery/backend';
import { runCampaign, runLeaderboard } from '@tests/gallery/campaigns';
import { runChallenges } from '@tests/gallery/challenges';
import { prepareChanges } from '@tests/gallery/changes';
import { planCorrection, tryDraft } from '@tests/gallery/draft';
import { bringMembers, closeYear } from '@tests/gallery/month-end';
import { makePrograms, type Programs } from '@tests/gallery/programs';
import { createOrganization, enter, post, test as base, type Account, type TestOrganization } from './dashboard';

/** The only record shown beside its list instead of on a page of its own. */
export const OPENED_BACKTEST = '/rules/backtests?open';

const WEEK = 7 * 86_400_000;
const MONTH = 31 * 86_400_000;
const PEOPLE = ['ada', 'grace', 'mary'] as const;

interface Row {
  readonly id: string;
}

export interface FullOrganization {
  readonly organization: TestOrganization;
  /** Addresses keyed by routes with parameters, by routes that need a program, and by OPENED_BACKTEST. */
  readonly records: Readonly<Record<string, string>>;
}

let keys = 0;
const key = (): { idempotency_key: string } => ({ idempotency_key: `full-${++keys}` });

export async function fullOrganization(request: APIRequestContext, origin: string, account: Account): Promise<FullOrganization> {
  const organization = await createOrganization(request, origin, account, 'SANDBOX');
  const { key: secret } = await organization.call<{ key: string }>('apiKeys.create', { name: 'Shop' });
  const api = backendOf(origin, secret);
  const programs = await makePrograms(organization, api);
  await api.post('/webhook-endpoints', { url: `${origin}/nobody-listens`, description: 'Orders', enabled_events: ['*'] });
  const invitation = { email: 'lin@example.com', role: 'MEMBER', organizationId: organization.id };
  await post(request, origin, '/api/auth/organization/invite-member', invitation, account.cookie);
  await organization.call('savedViews.create', { page: '/events', name: 'Failed', query: 'status=FAILED', shared: true });
  const people = await enroll(api, programs);
  const { campaign, unique } = await runCampaign(api, programs);
  const card = await runChallenges(api, programs);
  const board = await runLeaderboard(api, programs);
  await send(api, programs);
  await spend(api, programs, people);
  const fulfillment = await offerCards(api, programs);
  const { now } = await api.get<{ now: string }>('/sandbox/clock');
  const later = Date.parse(now) + MONTH;
  await api.post('/sandbox/clock/advance', { to: new Date(later).toISOString() });
  const backtest = await tryRules(api, programs);
  await api.post('/reports/ledger-verification', {});
  const period = await closeYear(api);
  const imported = await bringMembers(api, programs);
  await checkOut(api, programs);
  await notice(api, programs);
  const friends = await bringFriends(api, programs);
  return {
    organization,
    records: {
      ...(await recordsOf(api, programs, people)),
      ...fulfillment,
      ...backtest,
      ...friends,
      '/campaigns/[id]': `/campaigns/${campaign}`,
      '/codes/[id]': `/codes/${unique}`,
      '/challenges/[id]': `/challenges/${card}`,
      '/leaderboards/[id]': `/leaderboards/${board}`,
      '/reports/periods/[id]': `/reports/periods/${period}`,
      '/participants/imports/[id]': `/participants/imports/${imported}`,
    },
  };
}

async function enroll(api: Backend, { club }: Programs): Promise<Row[]> {
  return Promise.all(
    PEOPLE.map(async (external_id) => {
      const person = await api.post<Row>('/participants', { program_id: club, external_id, email: `${external_id}@example.com` });
      await api.patch(`/participants/${person.id}/state/attributes`, { set: { city: 'Ghent' } });
      await api.patch(`/participants/${person.id}/state/tags`, { add: ['newsletter'] });
      return person;
    }),
  );
}

/** Sends purchases, of which one fails. */
async function send(api: Backend, { club }: Programs): Promise<void> {
  const purchase = (external_id: string, amount: unknown) => ({
    program_id: club,
    external_id,
    ...key(),
    event_data: { type: 'purchase', order_id: 'MM-1', amount, channel: 'market' },
    codes: ['HARVEST'],
  });
  await api.post('/events/batch', { events: [...PEOPLE.map((who) => purchase(who, 1_500)), purchase('ada', 'n/a')] });
  await until('Events are processed', async () => (await api.get<Rows<unknown>>('/events?status=PENDING&limit=1')).data.length === 0);
}

async function spend(api: Backend, { club, points }: Programs, [ada, grace, mary]: readonly Row[]): Promise<void> {
  const asset = { program_id: club, asset_id: points };
  const of = `/participants/${ada!.id}`;
  const credit = { ...asset, type: 'CREDIT', amount: '9000', expires_in: '180d', description: 'Goodwill' };
  await api.post(`${of}/balances/adjust`, { ...credit, ...key() });
  await api.post(`${of}/balances/hold`, { ...asset, amount: '60', reference_id: 'review-1', description: 'Under review', ...key() });
  const group = await api.post<Row>('/groups', {
    name: 'Harbour Street',
    members: [ada!, grace!].map(({ id }, index) => ({ participant_id: id, role: index === 0 ? 'ADMIN' : 'MEMBER' })),
  });
  const recipients = [
    { group_id: group.id, amount: '300' },
    { participant_id: mary!.id, amount: '40' },
  ];
  await api.post('/transfers', { ...asset, source_external_id: 'ada', recipients, description: 'For the oven', ...key() });
  const { data: rewards } = await api.get<Rows<Row & { name: string }>>(`/programs/${club}/rewards`);
  const reward_id = rewards.find(({ name }) => name === 'Loaf of the week')!.id;
  const redeem = (more: object) => api.post<Row>(`${of}/redemptions/items`, { program_id: club, reward_id, ...key(), ...more });
  const { id } = await redeem({});
  await api.post(`/redemptions/${id}/reverse`, { quantity: 1, reason: 'Stale', ...key() });
  await redeem({ mode: 'PENDING' });
}

/** A basket that is committed, one that is cancelled, and one whose reservation stands. */
async function checkOut(api: Backend, { club, points }: Programs): Promise<void> {
  const items = [
    { sku: 'LOAF-1', quantity: 2, price: 4.5 },
    { sku: 'TEA-7', quantity: 1, price: 12 },
  ];
  const decide = (more: object) =>
    api.post<Row>('/decisions', {
      program_id: club,
      external_id: 'ada',
      ...key(),
      event_data: { type: 'purchase', order_id: 'MM-2', amount: 2_100, channel: 'market', items },
      redemptions: [{ asset_id: points, amount: '20' }],
      ...more,
    });
  await decide({ mode: 'COMMIT' });
  const { id } = await decide({ mode: 'RESERVE' });
  await api.post(`/decisions/${id}/cancel`, { reason: 'Left the shop' });
  const { now } = await api.get<{ now: string }>('/sandbox/clock');
  await decide({ mode: 'RESERVE', expires_at: new Date(Date.parse(now) + WEEK).toISOString() });
}

/** Ada has brought Grace, who qualified, and Mary, who can. */
async function bringFriends(api: Backend, { club }: Programs): Promise<Record<string, string>> {
  const qualifies = { event_types: ['visit'], within_days: 30 };
  const { id } = await api.post<Row>('/referral-programs', {
    program_id: club,
    key: 'friends',
    name: 'Bring a friend',
    qualifies,
    steps: [1, 5],
  });
  const { code } = await api.post<{ code: string }>('/participants/ext:ada/referral-codes', { referral_program_id: id });
  const bring = (external_id: string) => api.post<Row>('/referrals', { program_id: club, external_id, code });
  const [grace] = [await bring('grace'), await bring('mary')];
  await api.post('/events', { program_id: club, external_id: 'grace', ...key(), event_data: { type: 'visit' } });
  return { '/referrals/[id]': `/referrals/${id}`, '/referrals/friends/[id]': `/referrals/friends/${grace.id}` };
}

/** Whoever has value that expires within a year is told so at once. */
async function notice(api: Backend, { club }: Programs): Promise<void> {
  const terms = { kind: 'VALUE_EXPIRES', days_before: 366 };
  await api.post('/notice-settings', { program_id: club, key: 'expiring', name: 'Your points expire', terms });
  await until('A notice is sent', async () => (await api.get<Rows<unknown>>('/notices?limit=1')).data.length > 0);
}

async function offerCards(api: Backend, { club, points }: Programs): Promise<Record<string, string>> {
  const account = await api.post<Row>('/fulfillment-accounts', {
    provider: 'SANDBOX',
    name: 'Trial cards',
    config: { outcome: 'DELIVER' },
  });
  const policy = { currency: 'USD', denominations: [1_000, 2_500] };
  const source = await api.post<Row>(`/programs/${club}/reward-sources`, {
    fulfillment_account_id: account.id,
    asset_id: points,
    rate: '100',
    policy,
  });
  return {
    '/fulfillment/[id]': `/fulfillment/${account.id}`,
    '/fulfillment/sources/[program]/[id]': `/fulfillment/sources/${club}/${source.id}`,
  };
}

/** Creates a rule change, its backtest, and the plan to correct the past by it. */
async function tryRules(api: Backend, programs: Programs): Promise<Record<string, string>> {
  const id = await tryDraft(api, programs, (now) => now - 2 * MONTH);
  const correction = await planCorrection(api, programs, id);
  const changes = await prepareChanges(api, programs);
  return {
    '/rules/backtests': `/rules/backtests?program=${programs.club}`,
    '/rules/change-sets': `/rules/change-sets?program=${programs.club}`,
    '/rules/change-sets/[id]': `/rules/change-sets/${changes}`,
    '/rules/change-sets/[id]/rules/[rule]': `/rules/change-sets/${changes}/rules/new`,
    [OPENED_BACKTEST]: `/rules/backtests?program=${programs.club}&open=${id}`,
    '/rules/corrections/[program]/[id]': `/rules/corrections/${programs.club}/${correction}`,
  };
}

async function recordsOf(api: Backend, { club }: Programs, [ada]: readonly Row[]): Promise<Record<string, string>> {
  const first = async (path: string): Promise<string> => {
    const { data } = await api.get<Rows<Row>>(path);
    if (!data[0]) throw new Error(`GET ${path} has nothing to show.`);
    return data[0].id;
  };
  const endpoint = await first('/webhook-endpoints');
  return {
    '/assets/[id]': `/assets/${await first('/assets')}`,
    '/audit/[id]': `/audit/${await first('/audit-log?limit=1')}`,
    '/automations/[program]/[id]': `/automations/${club}/${await first(`/programs/${club}/automations`)}`,
    '/decisions/[id]': `/decisions/${await first('/decisions?status=RESERVED')}`,
    '/events/[id]': `/events/${await first(`/events?program_id=${club}&status=COMPLETED`)}`,
    '/groups/[id]': `/groups/${await first('/groups')}`,
    '/ledger/[id]': `/ledger/${await first('/journal-entries')}`,
    '/ledger/verification/[id]': `/ledger/verification/${await first('/reports/ledger-verification')}`,
    '/logs/[id]': `/logs/${await first('/logs?limit=1')}`,
    '/notices/[id]': `/notices/${await first('/notices')}`,
    '/notices/settings/[id]': `/notices/settings/${await first('/notice-settings')}`,
    '/participants/[id]': `/participants/${ada!.id}`,
    '/programs/[id]': `/programs/${club}`,
    '/redemptions/[id]': `/redemptions/${await first('/redemptions?status=PENDING')}`,
    '/reports/[report]': '/reports/expirations',
    '/rewards/[program]/[id]': `/rewards/${club}/${await first(`/programs/${club}/rewards`)}`,
    '/rules/[id]': `/rules/${await first(`/rules?program_id=${club}`)}`,
    '/rules/history': `/rules/history?program=${club}`,
    '/rules/history/[version]': `/rules/history/2?program=${club}`,
    '/rules/new': `/rules/new?program=${club}`,
    '/rules/order': `/rules/order?program=${club}`,
    '/sandbox/[id]': `/sandbox/${await first('/sandbox/clock/moves')}`,
    '/tiers/[program]/[key]': `/tiers/${club}/status`,
    '/transfers/[id]': `/transfers/${await first('/transfers')}`,
    '/webhooks/[id]': `/webhooks/${endpoint}`,
    '/webhooks/deliveries/[id]': `/webhooks/deliveries/${await first(`/webhook-endpoints/${endpoint}/deliveries`)}`,
  };
}

const PATIENCE_MS = 240_000;

export const test = base.extend<{ inside: Page }, { full: FullOrganization }>({
  full: [
    async ({ playwright, account, origin }, use) => {
      const request = await playwright.request.newContext();
      await use(await fullOrganization(request, origin, account));
      await request.dispose();
    },
    { scope: 'worker', timeout: PATIENCE_MS },
  ],

  /** A page signed in to the full organization. */
  inside: async ({ page, account, origin, full }, use) => {
    await enter(page, origin, account, full.organization);
    await use(page);
  },
});

export { expect } from '@playwright/test';
