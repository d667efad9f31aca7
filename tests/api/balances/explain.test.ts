import { expect, test } from 'vitest';
import type { BalanceRow, LotPage } from '@/contract/balance';
import type { BalanceExplanation, BalancePortion } from '@/contract/explain';
import { Amount, sumAmounts } from '@/domain/money';
import { statement } from '@/server/db/transaction';
import { newIdAt } from '@/server/platform/ids';
import { organization, type Api } from '@tests/support/api';
import { chance } from '@tests/support/chance';
import { ledger } from '@tests/support/ledger';
import { programWithAsset } from '@tests/support/programs';

const EXPLAIN = '/participants/ext:ada/balances/explain';
const explain = async (api: Api, query = '') => (await api.get<BalanceExplanation>(`${EXPLAIN}?${query}`)).body;

async function allPortions(api: Api, query = ''): Promise<BalancePortion[]> {
  const rows: BalancePortion[] = [];
  for (let cursor = ''; ;) {
    const { data, pagination } = await explain(api, `${query}&limit=7${cursor}`);
    rows.push(...data);
    if (pagination.next_cursor === null) return rows;
    cursor = `&cursor=${pagination.next_cursor}`;
  }
}

test('each unit names the event, its key, the rule, its version and the lot that brought it, and the entries that took it', async () => {
  const club = await programWithAsset({ inventory_mode: 'LOT' });
  const rule = await club.addRule({ name: 'Welcome', amount: '10' });
  const event = await club.sendAndProcess({ idempotency_key: 'order-1' });
  await club.api.patch(`/rules/${rule.id}`, { name: 'Welcome back' });
  const target = { program_id: club.program.id, asset_id: club.asset.id };
  const debit = await club.api.post<{ journal_entry_id: string }>('/participants/ext:ada/balances/adjust', {
    ...target,
    type: 'DEBIT',
    amount: '4',
    description: 'Sent a mug',
    reference_id: 'shipment-9',
  });
  await club.api.post('/participants/ext:ada/balances/hold', { ...target, amount: '1', reference_id: 'r', description: 'x' });
  const [row, ...others] = (await explain(club.api)).data;
  expect(others).toEqual([]);
  const { data: lots } = (await club.api.get<LotPage>('/participants/ext:ada/balances/lots')).body;
  const [root, child] = [lots.find((lot) => lot.amount === '10.00')!, lots.find((lot) => lot.amount === '1.00')!];
  expect(row).toMatchObject({
    ...target,
    origin: {
      type: 'CREDIT',
      journal_entry_id: event.rule_evaluations[0]!.actions[0]!.journal_entry_id,
      event_id: event.id,
      idempotency_key: 'order-1',
      rule_id: rule.id,
      rule_name: 'Welcome',
      rule_version: 1,
      lot_id: root.id,
    },
    amount: '10.00',
    held: { available: '5.00', held: '1.00', deferred: '0.00' },
    spent_amount: '4.00',
    spent: [
      {
        journal_entry_id: debit.body.journal_entry_id,
        type: 'DEBIT',
        amount: '4.00',
        description: 'Sent a mug',
        reference_id: 'shipment-9',
      },
    ],
    spent_omitted: 0,
  });
  expect(row!.lots).toEqual([
    { id: root.id, bucket: 'AVAILABLE', amount: '5.00' },
    { id: child.id, bucket: 'HELD', amount: '1.00' },
  ]);
});

test('what was given by hand names its description and reference, and no event or rule', async () => {
  const club = await ledger();
  const { journal_entry_id } = await club.post({ amount: '5', description: 'Sorry', reference_id: 'ticket-1' });
  expect((await explain(club.api)).data[0]).toMatchObject({
    origin: {
      journal_entry_id,
      description: 'Sorry',
      reference_id: 'ticket-1',
      event_id: null,
      idempotency_key: null,
      rule_id: null,
      rule_name: null,
      rule_version: null,
      lot_id: null,
    },
    lots: [],
    spent: [],
  });
});

test('an overdraft is shown beside the rows until a credit fills it, which the earlier debit then spent', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '3' });
  const { journal_entry_id } = await club.post({ type: 'DEBIT', amount: '5', shortfall_policy: 'ALLOW_NEGATIVE' });
  const target = { program_id: club.program.id, asset_id: club.asset.id };
  expect((await explain(club.api)).overdrafts).toMatchObject([
    { ...target, amount: '2.00', spent: [{ journal_entry_id, amount: '2.00' }], spent_omitted: 0 },
  ]);
  await club.post({ amount: '2' });
  const { data, overdrafts } = await explain(club.api);
  expect(overdrafts).toEqual([]);
  expect(data[0]).toMatchObject({ amount: '2.00', origin: { lot_id: null }, spent: [{ journal_entry_id, amount: '2.00' }] });
  expect(data[0]!.spent[0]!.created_at <= data[0]!.origin.earned_at).toBe(true);
});

test('held_only leaves out what is spent, and program_id and asset_id the other balances', async () => {
  const club = await ledger();
  const other = await club.addAsset({});
  await club.post({ amount: '5' });
  await club.post({ amount: '5' });
  await club.post({ type: 'DEBIT', amount: '5' });
  await club.post({ asset_id: other.id, amount: '1' });
  expect((await explain(club.api)).data).toHaveLength(3);
  expect((await explain(club.api, 'held_only=true')).data.map(({ amount }) => amount)).toEqual(['1.00', '5.00']);
  expect((await explain(club.api, `asset_id=${other.id}`)).data).toHaveLength(1);
  expect((await explain(club.api, `asset_id=${club.asset.id}&program_id=${club.program.id}&held_only=true`)).data).toHaveLength(1);
  expect((await explain(club.api, 'program_id=00000000-0000-4000-8000-000000000000')).data).toEqual([]);
});

test('pages go newest first and hold each row once, also while value keeps moving', async () => {
  const club = await ledger();
  for (const amount of ['1', '2', '3', '4', '5']) await club.post({ amount });
  const first = await explain(club.api, 'limit=2');
  await club.post({ amount: '6' });
  await club.post({ type: 'DEBIT', amount: '1' });
  const second = await explain(club.api, `limit=2&cursor=${first.pagination.next_cursor}`);
  const third = await explain(club.api, `limit=2&cursor=${second.pagination.next_cursor}`);
  expect([first, second, third].map(({ data }) => data.map(({ amount }) => amount))).toEqual([
    ['5.00', '4.00'],
    ['3.00', '2.00'],
    ['1.00'],
  ]);
  expect(third.pagination).toEqual({ has_more: false, next_cursor: null });
  for (const query of ['held_only=true&', `asset_id=${club.asset.id}&`]) {
    expect(await club.api.get(`${EXPLAIN}?${query}limit=2&cursor=${first.pagination.next_cursor}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  }
});

test('a row lists the last hundred entries that took from it and counts the others', async () => {
  const club = await ledger();
  await club.post({ amount: '10' });
  for (let times = 1; times <= 103; times += 1) await club.post({ type: 'DEBIT', amount: '0.01', description: `debit ${times}` });
  const [row] = (await explain(club.api)).data;
  expect(row).toMatchObject({ spent_amount: '1.03', spent_omitted: 3, held: { available: '8.97' } });
  expect([row!.spent.length, row!.spent[0]!.description, row!.spent.at(-1)!.description]).toEqual([100, 'debit 4', 'debit 103']);
});

test('a participant without balances has nothing to explain, and a stranger is not_found', async () => {
  const club = await ledger();
  const stranger = await organization();
  expect(await explain(club.api)).toEqual({ data: [], overdrafts: [], pagination: { has_more: false, next_cursor: null } });
  expect(await stranger.api.get(`/participants/${club.participant.id}/balances/explain`)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
  await club.post({ amount: '1' });
  await stranger.api.post('/participants', { external_id: 'ada' });
  expect((await explain(stranger.api)).data).toEqual([]);
  expect(await stranger.api.get(`${EXPLAIN}?cursor=AAAA`)).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
});

test.each(['held_only=yes', 'limit=201', 'asset_id=x', 'as_of=2026-01-01T00:00:00Z'])(
  'the query %s is a validation_error',
  async (query) => {
    const club = await ledger();
    expect(await club.api.get(`${EXPLAIN}?${query}`)).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  },
);

test.each(['SIMPLE', 'LOT'] as const)(
  'whatever happened to a %s balance, its rows add up to it, bucket by bucket and lot by lot',
  async (inventory_mode) => {
    const club = await programWithAsset({ inventory_mode, mode: 'SANDBOX', scale: 3 });
    await club.api.post('/participants', { external_id: 'ada' });
    const pick = chance(`explain ${inventory_mode}`);
    const move = (path: string, body: Record<string, unknown>) =>
      club.api.post(`/participants/ext:ada/balances/${path}`, {
        program_id: club.program.id,
        asset_id: club.asset.id,
        description: 'x',
        amount: (pick.between(1, 9_999) / 1000).toFixed(3),
        ...body,
      });
    const reference = () => ({ reference_id: `r${pick.between(1, 2)}` });
    const terms = () =>
      inventory_mode === 'LOT' ? { expires_in: `${pick.between(1, 40)}s`, ...(pick.between(0, 1) ? { matures_in: '1s' } : {}) } : {};
    const actions = [
      () => move('adjust', { type: 'CREDIT', ...terms() }),
      () => move('adjust', { type: 'CREDIT' }),
      () => move('adjust', { type: 'CREDIT', bucket: 'HELD', ...reference() }),
      () => move('adjust', { type: 'CREDIT', ...reference(), ...(pick.between(0, 1) ? terms() : {}) }),
      () => move('adjust', { type: 'DEBIT', shortfall_policy: pick.between(0, 3) ? 'PARTIAL' : 'ALLOW_NEGATIVE' }),
      () => move('hold', reference()),
      () => move('release', pick.between(0, 1) ? reference() : {}),
      () => move('forfeit', { bucket: pick.between(0, 1) ? 'HELD' : 'AVAILABLE' }),
      () => move('void-hold', { ...reference(), amount: undefined }),
    ];
    for (let step = 0; step < 60; step += 1) {
      await actions[pick.between(0, actions.length - 1)]!();
      if (pick.between(0, 3) === 0) await club.api.post('/sandbox/clock/advance', { by: '2s' });
    }
    const rows = await allPortions(club.api);
    const { overdrafts } = await explain(club.api, 'limit=1');
    const [balance] = (await club.api.get<{ data: BalanceRow[] }>('/participants/ext:ada/balances')).body.data;
    const owed = overdrafts[0]?.amount ?? '0';
    for (const bucket of ['available', 'held', 'deferred'] as const) {
      const total = sumAmounts(rows.map(({ held }) => new Amount(held[bucket]))).minus(bucket === 'available' ? owed : 0);
      expect(total.toFixed(3)).toBe(balance![bucket]);
    }
    for (const row of rows) {
      const parts = [...Object.values(row.held), row.spent_amount].map((text) => new Amount(text));
      expect(sumAmounts(parts).toFixed(3)).toBe(row.amount);
      expect(sumAmounts(row.spent.map(({ amount }) => new Amount(amount))).toFixed(3)).toBe(row.spent_amount);
    }
    if (inventory_mode === 'SIMPLE') return;
    const { data: lots } = (await club.api.get<LotPage>('/participants/ext:ada/balances/lots?limit=200')).body;
    const inLots = rows.flatMap((row) => row.lots);
    for (const lot of lots) {
      const parts = inLots.filter(({ id }) => id === lot.id);
      expect(sumAmounts(parts.map(({ amount }) => new Amount(amount))).toFixed(3)).toBe(lot.remaining);
      for (const part of parts) expect(part.bucket).toBe(lot.status);
    }
  },
);

/** Entries with the maximum number of postings, written bypassing the API, since 50,000 adjustments would take too long. */
async function manyPostings(club: Awaited<ReturnType<typeof ledger>>, count: number): Promise<void> {
  for (let entry = 0; entry < 2; entry += 1) {
    const at = new Date();
    await statement(
      `INSERT INTO journal_entries (id, organization_id, program_id, type, created_at, account_types, accounts, assets, buckets, amounts)
       SELECT $1, $2, $3, 'CREDIT', $7, 'SYSTEM_ISSUANCE'::text || array_fill('PARTICIPANT'::text, many), $3::uuid || array_fill($5::uuid, many),
         $4::uuid || array_fill($4::uuid, many), NULL::text || array_fill('AVAILABLE'::text, many), -$6::numeric || array_fill(1::numeric, many)
       FROM (SELECT ARRAY[$6::int] AS many) as_many`,
      [newIdAt(at), club.id, club.program.id, club.asset.id, club.participant.id, count / 2, at],
    );
  }
}

test('up to 50,000 postings are followed, and beyond that the answer says how to narrow the question', async () => {
  const club = await ledger();
  const other = await club.addAsset({});
  await manyPostings(club, 50_000);
  expect((await explain(club.api, 'limit=1')).data[0]).toMatchObject({ amount: '1.00', held: { available: '1.00' } });
  await club.post({ asset_id: other.id, amount: '3' });
  const refused = { status: 422, body: { type: 'unprocessable', code: 'unprocessable' } };
  expect(await club.api.get(EXPLAIN)).toMatchObject({ ...refused, body: { message: expect.stringContaining('`asset_id`') as string } });
  expect((await explain(club.api, `asset_id=${other.id}`)).data).toHaveLength(1);
  await club.post({ amount: '1' });
  const alone = await club.api.get(`${EXPLAIN}?asset_id=${club.asset.id}`);
  expect(alone).toMatchObject({ ...refused, body: { message: expect.stringContaining('journal entries') as string } });
});
