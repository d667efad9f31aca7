/** Makes the organization that the pictures show, through the API alone, and names what they open. */
import { randomUUID } from 'node:crypto';
import { present } from '@/domain/assert';
import type { Asset } from '@/contract/asset';
import type { Automation } from '@/contract/automation';
import type { EventRecord } from '@/contract/event';
import type { Group } from '@/contract/group';
import type { JournalEntryResource } from '@/contract/journal';
import type { Participant } from '@/contract/participant';
import type { Redemption } from '@/contract/redemption';
import type { Reward } from '@/contract/reward';
import type { Rule } from '@/contract/rule';
import type { Transfer } from '@/contract/transfer';
import type { WebhookDelivery, WebhookEndpoint } from '@/contract/webhook';
import { backendOf, OWNER, signUp, type Backend, type Page, type Session } from './backend';
import { customers } from './customers';
import { prepareChanges } from './changes';
import { playCheckouts } from './checkouts';
import { planCorrection, tryDraft } from './draft';
import { bringMembers, closeYear } from './month-end';
import { makePrograms, type Programs } from './programs';
import type { Receivers } from './receivers';
import { makeRecipes } from './recipes';
import { Season } from './season';
import { Spending } from './spending';
import { BEGIN, END, steps, Year } from './year';

const SEED = 20_301_121;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** More deliveries would show nothing else. */
const ENDPOINTS_SINCE = END - 1.5 * DAY;
/** Since the clock moves by days. */
const CAMPAIGNS_SINCE = END - 30 * DAY;

const ORGANIZATION = 'Meadow & Mill';
const MARKET_RULE = 'Weekend market';

const VIEWS = [
  { page: '/events', name: 'Failed, to look into', query: 'status=FAILED', shared: true },
  { page: '/events', name: 'Waiting', query: 'status=PENDING', shared: false },
];

/** Ids by the names that addresses of pictures have in braces. */
export type Places = Readonly<Record<string, string>>;

export interface Story {
  readonly session: Session;
  readonly places: Places;
}

export async function tellStory(address: string, receivers: Receivers): Promise<Story> {
  const session = await signUp(address, OWNER);
  const organization = await session.auth<{ id: string }>('organization/create', {
    name: ORGANIZATION,
    slug: randomUUID(),
    mode: 'SANDBOX',
  });
  await session.auth('organization/set-active', { organizationId: organization.id });
  for (const [email, role] of [
    ['tomas@meadow-mill.example', 'ADMIN'],
    ['yara@meadow-mill.example', 'MEMBER'],
  ] as const)
    await session.auth('organization/invite-member', { email, role, organizationId: organization.id });
  const { key } = await session.call<{ key: string }>('apiKeys.create', { name: 'Shop backend' });
  await session.call('apiKeys.create', { name: 'Monthly reports' });
  for (const view of VIEWS) await session.call('savedViews.create', view);
  const api = backendOf(address, key);
  await api.post('/sandbox/clock/advance', { to: new Date(BEGIN).toISOString() });
  const programs = await makePrograms(session, api);
  const { year, spending, season } = await liveYear(api, programs, receivers);
  await spending.reserve(year.present('POINTS'));
  await spending.manage(year.present('POINTS'));
  await year.settled();
  const backtest = await tryDraft(api, programs, (now) => now - 30 * DAY);
  const correction = await planCorrection(api, programs, backtest);
  await limitMarketDays(session, api, programs);
  await planDecember(api, programs);
  const changes = await prepareChanges(api, programs);
  const imported = await bringMembers(api, programs);
  await api.post('/reports/ledger-verification', {});
  const places = { ...(await placesOf(api, programs, backtest)), ...(await makeRecipes(api)) };
  const period = await closeYear(api);
  return {
    session,
    places: { ...places, ...season.places, correction, changes, imported, period, decision: await playCheckouts(api, programs) },
  };
}

interface LivedYear {
  readonly year: Year;
  readonly spending: Spending;
  readonly season: Season;
}

async function liveYear(api: Backend, programs: Programs, receivers: Receivers): Promise<LivedYear> {
  const year = new Year(api, programs, customers(SEED), SEED + 1);
  const spending = new Spending(api, programs, SEED + 2);
  let before = BEGIN;
  let listening = false;
  let season: Season | null = null;
  for (const at of steps()) {
    if (!listening && at >= ENDPOINTS_SINCE) {
      listening = true;
      await listen(api, receivers);
    }
    await year.step(before, at);
    await spending.spend(year.present('POINTS'), year.present('CASHBACK'), (at - before) / WEEK);
    if (at >= CAMPAIGNS_SINCE) {
      season ??= await Season.begin(api, programs, SEED + 3);
      await season.day(year.present('POINTS'), at);
    }
    before = at;
  }
  return { year, spending, season: present(season, 'the year is longer than its campaigns') };
}

/** A change of a rule by a person, as the audit log shows it. */
async function limitMarketDays({ call }: Session, api: Backend, { club }: Programs): Promise<void> {
  const { data } = await api.get<Page<Rule>>(`/rules?program_id=${club}`);
  const { id, condition } = data.find(({ name }) => name === MARKET_RULE)!;
  await call('rules.update', {
    id,
    description: 'On market days a purchase of 5 or more earns as much again, which expires after 90 days.',
    condition: `${condition} && event.amount >= 5`,
  });
}

/** What the calendar shows of the weeks to come. */
async function planDecember(api: Backend, { club, points }: Programs): Promise<void> {
  const twice = (channel: string) => ({
    condition: `event.type == "purchase" && event.channel == "${channel}"`,
    actions: [{ type: 'CREDIT', asset_id: points, amount: '{{ event.amount }}', expires_in: '90d' }],
  });
  for (const rule of [
    { name: 'Advent at the market', ...twice('market'), active_from: '2030-12-01T00:00:00Z', active_to: '2030-12-25T00:00:00Z' },
    { name: 'Saint Nicholas online', ...twice('online'), active_from: '2030-12-04T00:00:00Z', active_to: '2030-12-08T00:00:00Z' },
    { name: 'Last market days', ...twice('market'), active_from: '2030-12-19T00:00:00Z', active_to: '2031-01-01T00:00:00Z' },
  ])
    await api.post('/rules', { program_id: club, ...rule });
}

async function listen(api: Backend, { healthy, down }: Receivers): Promise<void> {
  await api.post('/webhook-endpoints', { url: healthy, description: 'Order system', enabled_events: ['*'] });
  const enabled_events = ['balance.credited', 'redemption.completed'];
  await api.post('/webhook-endpoints', { url: down, description: 'Data warehouse', enabled_events });
}

async function placesOf(api: Backend, { club, points, cash }: Programs, backtest: string): Promise<Places> {
  const first = async <Item extends { id: string }>(path: string, which: (item: Item) => boolean = () => true) => {
    const { data } = await api.get<Page<Item>>(path);
    const found = data.find(which);
    if (!found) throw new Error(`GET ${path} has nothing to show.`);
    return found.id;
  };
  const redemptions = `/redemptions?limit=50&program_id=${club}`;
  const endpoint = await first<WebhookEndpoint>('/webhook-endpoints', ({ description }) => description === 'Data warehouse');
  const group = await first<Group>('/groups');
  const { data: members } = await api.get<{ data: { participant_id: string }[] }>(`/groups/${group}/members`);
  return {
    club,
    points,
    cash,
    backtest,
    endpoint,
    group,
    participant: members[0]!.participant_id,
    member: await first<Participant>(`/participants?limit=50`),
    event: await first<EventRecord>(
      `/events?limit=100&program_id=${club}&status=COMPLETED`,
      ({ event_data }) => event_data['type'] === 'purchase',
    ),
    failed: await first<EventRecord>(`/events?program_id=${club}&status=FAILED`),
    rule: await first<Rule>(`/rules?program_id=${club}`, ({ name }) => name === MARKET_RULE),
    asset: await first<Asset>('/assets', ({ symbol }) => symbol === 'PTS'),
    reward: await first<Reward>(`/programs/${club}/rewards`, ({ name }) => name === 'Baking class'),
    redemption: await first<Redemption>(redemptions, ({ reversed_amount }) => Number(reversed_amount) > 0),
    reservation: await first<Redemption>(redemptions, ({ status }) => status === 'PENDING'),
    transfer: await first<Transfer>('/transfers'),
    entry: await first<JournalEntryResource>('/journal-entries'),
    automation: await first<Automation>(`/programs/${club}/automations`, ({ name }) => name === 'Newsletter month'),
    delivery: await first<WebhookDelivery>(`/webhook-endpoints/${endpoint}/deliveries`),
    move: await first('/sandbox/clock/moves'),
    log: await first('/logs?limit=1'),
    audit: await first('/audit-log?resource_type=RULE&action=UPDATE'),
    verification: await first('/reports/ledger-verification'),
  };
}
