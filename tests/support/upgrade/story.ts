/** Creates the data set of a release: a club with two months of history, partly closed, expired, spent or still open. */
import type { Pagination } from '@/contract/page';
import { backendOf, until, type Backend } from '@tests/gallery/backend';
import { CAMPAIGN_SETTINGS, made } from '../campaign';
import { send } from '../http';
import type { KeptAnswer, KeptRequest, KeptStory, KeptWriter } from './kept';

/** The discard port, where nobody listens. */
const NOWHERE = 'http://127.0.0.1:9/hook';
const IMPORTED = 40;
const PAGE = 15;

interface Row {
  readonly id: string;
}

interface List<Item> {
  readonly data: readonly Item[];
  readonly pagination: Pagination;
}

interface Club {
  readonly api: Backend;
  readonly program: string;
  readonly coins: string;
  readonly points: string;
}

/** Plays the story through the documented API of a running service, so that every release can get the same data. */
export async function tellStory(address: string): Promise<KeptStory> {
  const { id, api_key } = await found(address, 'Kept club', 'SANDBOX');
  const api = backendOf(address, api_key);
  const club = await foundClub(api);
  const requests = [...(await firstMonth(address, api_key, club))];
  await api.post('/sandbox/clock/advance', { by: '40d' });
  const period = await closeLastMonth(api);
  const endpoint = await api.post<Row & { secret: string }>('/webhook-endpoints', { url: NOWHERE, enabled_events: ['*'] });
  requests.push(...(await secondMonth(address, api_key, club)));
  await verify(api);
  await until('All entries are sealed', async () => {
    const { data } = await api.get<List<{ entry_hash: string | null }>>('/journal-entries?limit=200');
    return data.every(({ entry_hash }) => entry_hash !== null);
  });
  const { data: waiting } = await api.get<List<Row>>('/webhook-deliveries?status=PENDING&limit=1');
  if (!waiting[0]) throw new Error(`no webhook of ${id} waits to be sent again`);
  return {
    api_key,
    program_id: club.program,
    answers: await answersOf(club, period),
    requests,
    endpoint: { id: endpoint.id, secret: endpoint.secret },
    delivery_id: waiting[0].id,
    writer: await foundWriter(address),
  };
}

function found(address: string, name: string, mode: 'LIVE' | 'SANDBOX'): Promise<{ id: string; api_key: string }> {
  return made(address, CAMPAIGN_SETTINGS.ADMIN_API_KEY, '/admin/organizations', { name, mode });
}

const assetOf = (api: Backend, program: string, symbol: string, terms: object): Promise<Row> =>
  api.post<Row>('/assets', {
    name: symbol,
    symbol,
    scale: 2,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'UNLIMITED',
    program_ids: [program],
    ...terms,
  });

async function foundClub(api: Backend): Promise<Club> {
  const { id: program } = await api.post<Row>('/programs', { name: 'Club' });
  const { id: coins } = await assetOf(api, program, 'COINS', {});
  const { id: points } = await assetOf(api, program, 'POINTS', { inventory_mode: 'LOT' });
  const { id: gifts } = await assetOf(api, program, 'GIFTS', { issuance_policy: 'PREFUNDED' });
  await api.post(`/programs/${program}/assets/${gifts}/fund`, { amount: '500', description: 'Budget of the year' });
  const earn = [
    { type: 'CREDIT', asset_id: coins, amount: '{{ event.amount }}' },
    { type: 'CREDIT', asset_id: points, amount: '{{ event.amount * 2 }}', expires_in: '30d' },
  ];
  await api.post('/rules', { program_id: program, name: 'Earn', condition: 'event.type == "purchase"', actions: earn });
  const lend = [{ type: 'HOLD', asset_id: coins, amount: '1.25', reference_id: '{{ event.id }}' }];
  await api.post('/rules', { program_id: program, name: 'Deposit', condition: 'event.type == "loan"', actions: lend });
  const reward = { name: 'Mug', asset_id: coins, redemption_type: 'UNIT_BASED', unit_cost: '10', max_total: 5 };
  await api.post(`/programs/${program}/rewards`, reward);
  for (const name of ['ada', 'bob', 'cyd'])
    await api.post('/participants', { program_id: program, external_id: name, email: `${name}@example.com` });
  await api.patch('/participants/ext:ada/state/attributes', { set: { city: 'Ghent' } });
  await api.patch('/participants/ext:ada/state/tags', { add: ['newsletter'] });
  return { api, program, coins, points };
}

/** Sends a request with an idempotency key and keeps the answer. */
async function kept(address: string, key: string, path: string, body: object, name: string): Promise<KeptRequest> {
  const headers = { 'idempotency-key': name };
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  const { status, text } = await send(address, { method: 'POST', path: `/v1${path}`, headers: all, body: JSON.stringify(body) });
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${text}`);
  return { path, headers, body, answer: JSON.parse(text) as unknown };
}

async function purchases({ api, program }: Club, name: string, amounts: readonly (number | string)[]): Promise<void> {
  const events = amounts.map((amount, index) => ({
    program_id: program,
    external_id: ['ada', 'bob', 'cyd'][index % 3],
    idempotency_key: `${name}-${index}`,
    event_data: { type: 'purchase', amount },
  }));
  await api.post('/events/batch', { events });
  await until('All events are done', async () => {
    const open = ['PENDING', 'PROCESSING'].map((status) => api.get<List<Row>>(`/events?status=${status}&limit=1`));
    return (await Promise.all(open)).every(({ data }) => data.length === 0);
  });
}

async function bringMembers({ api, program }: Club): Promise<void> {
  const members = Array.from({ length: IMPORTED }, (_, number) => `member-${number},member-${number}@example.com,COINS,${number}.50`);
  const file = ['external_id,email,asset_symbol,opening_balance', ...members, 'member-x,no address,COINS,1', ''].join('\r\n');
  const { id } = await api.upload<Row>(`/imports/participants?program_id=${program}`, file);
  await until('The import is done', async () => (await api.get<{ status: string }>(`/imports/${id}`)).status === 'COMPLETED');
}

async function firstMonth(address: string, key: string, club: Club): Promise<readonly KeptRequest[]> {
  const { api, program: program_id, coins, points } = club;
  await bringMembers(club);
  await purchases(club, 'first', [20, 35.5, 12, 80, 'no number']);
  const inCoins = { program_id, asset_id: coins };
  const of = '/participants/ext:ada';
  const family = await api.get<Row>(of);
  await api.post('/groups', { name: 'Family', members: [{ participant_id: family.id, role: 'ADMIN' }] });
  const held = { ...inCoins, amount: '5', reference_id: 'review', description: 'Under review' };
  const sent = [
    kept(
      address,
      key,
      `${of}/balances/adjust`,
      { program_id, asset_id: points, type: 'CREDIT', amount: '9', expires_in: '90d', description: 'Goodwill' },
      'goodwill',
    ),
    kept(address, key, `${of}/balances/hold`, held, 'hold'),
    kept(
      address,
      key,
      '/transfers',
      { ...inCoins, source_external_id: 'ada', recipients: [{ external_id: 'bob', amount: '4' }] },
      'transfer',
    ),
    kept(address, key, `${of}/redemptions`, { ...inCoins, amount: '3' }, 'spent'),
  ];
  const done = await Promise.all(sent);
  const { id } = done.at(-1)!.answer as Row;
  return [...done, await kept(address, key, `/redemptions/${id}/reverse`, { amount: '1', reason: 'Stale' }, 'reversed')];
}

/** Closes the books up to the end of last month on the sandbox clock. @returns the period's id. */
async function closeLastMonth(api: Backend): Promise<string> {
  const { now } = await api.get<{ now: string }>('/sandbox/clock');
  const { id } = await api.post<Row>('/ledger-periods', { to: `${now.slice(0, 'yyyy-mm'.length)}-01T00:00:00.000Z` });
  await until('The month is closed', async () => (await api.get<{ status: string }>(`/ledger-periods/${id}`)).status === 'CLOSED');
  return id;
}

async function secondMonth(address: string, key: string, club: Club): Promise<readonly KeptRequest[]> {
  const { api, program: program_id, coins } = club;
  await purchases(club, 'second', [15, 60, 7.25]);
  const body = { program_id, asset_id: coins, amount: '2', mode: 'PENDING' };
  const reserved = await kept(address, key, '/participants/ext:bob/redemptions', body, 'reserved');
  const { data } = await api.get<List<Row>>(`/programs/${program_id}/rewards`);
  const order = { program_id, reward_id: data[0]!.id, mode: 'INSTANT' };
  return [reserved, await kept(address, key, '/participants/ext:ada/redemptions/items', order, 'ordered')];
}

async function verify(api: Backend): Promise<void> {
  const { id } = await api.post<Row>('/reports/ledger-verification', {});
  await until('The ledger is verified', async () => {
    const { status } = await api.get<{ status: string }>(`/reports/ledger-verification/${id}`);
    if (status !== 'RUNNING' && status !== 'PASSED') throw new Error(`the verification of the kept ledger is ${status}`);
    return status === 'PASSED';
  });
}

/** The answers about the club: reports, records, and lists page by page. */
async function answersOf({ api, program }: Club, period: string): Promise<readonly KeptAnswer[]> {
  const { now } = await api.get<{ now: string }>('/sandbox/clock');
  const from = new Date(Date.parse(now) - 120 * 86_400_000).toISOString();
  const window = `from=${from}&to=${now}`;
  const asked = [
    `/reports/trial-balance?as_of=${now}`,
    `/reports/liability?as_of=${now}`,
    '/reports/ledger-summary',
    `/reports/liability-rollforward?${window}`,
    `/reports/rule-performance?${window}`,
    `/reports/redemptions?${window}`,
    `/reports/program-activity?${window}`,
    '/reports/expiration-schedule',
    `/ledger-periods/${period}`,
    `/ledger-periods/${period}/figures`,
    `/ledger-periods/${period}/trial-balance`,
    '/ledger/public-key',
    '/participants/ext:ada',
    '/participants/ext:ada/balances',
    '/participants/ext:ada/balances/lots',
    '/participants/ext:ada/state/attributes',
    '/participants/ext:ada/state/tags',
    `/programs/${program}/rules/configuration`,
    '/groups',
    '/imports',
  ];
  const lists = ['/participants', '/journal-entries', '/events', '/redemptions', '/transfers', '/audit-log'];
  const answers = await Promise.all(asked.map(async (path) => [{ path, body: await api.get<unknown>(path) }]));
  const pages = await Promise.all(lists.map((path) => pagesOf(api, `${path}?limit=${PAGE}`)));
  return [...answers, ...pages].flat();
}

async function pagesOf(api: Backend, list: string): Promise<KeptAnswer[]> {
  const pages: KeptAnswer[] = [];
  for (let path: string | null = list; path !== null;) {
    const body: List<unknown> = await api.get<List<unknown>>(path);
    pages.push({ path, body });
    const { next_cursor } = body.pagination;
    path = next_cursor === null ? null : `${list}&cursor=${encodeURIComponent(next_cursor)}`;
  }
  return pages;
}

/** Creates a separate organization for writes during the upgrade, in which every purchase earns one coin. */
async function foundWriter(address: string): Promise<KeptWriter> {
  const { id: organization_id, api_key } = await found(address, 'Busy club', 'LIVE');
  const api = backendOf(address, api_key);
  const { id: program_id } = await api.post<Row>('/programs', { name: 'Club' });
  const { id: asset_id } = await assetOf(api, program_id, 'COINS', {});
  const actions = [{ type: 'CREDIT', asset_id, amount: '1' }];
  await api.post('/rules', { program_id, name: 'Earn', condition: 'event.type == "purchase"', actions });
  return { organization_id, api_key, program_id, asset_id };
}
