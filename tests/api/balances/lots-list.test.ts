/** The list of lots: every field in every state, every filter, and what can be spent. */
import { expect, test } from 'vitest';
import type { LotResource, LotPage } from '@/contract/balance';
import { organization } from '@tests/support/api';
import { ledger, type TestLedger } from '@tests/support/ledger';

const lotLedger = (settings: Parameters<typeof ledger>[0] = {}) => ledger({ inventory_mode: 'LOT', mode: 'SANDBOX', ...settings });
const path = (club: TestLedger, query = '') => `/participants/${club.participant.id}/balances/lots${query}`;
const advance = (club: TestLedger, by: string) => club.api.post('/sandbox/clock/advance', { by });
const amounts = (lots: readonly LotResource[]) => lots.map(({ amount }) => amount).join(' ');
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('a lot shows what it began with, what is left, when it was earned, matures and expires', async () => {
  const club = await lotLedger();
  const [matures_at, expires_at] = [inHours(24), inHours(48)];
  await club.post({ amount: '7.5', matures_at, expires_at });
  const { data, pagination } = await club.lots();
  expect(data).toEqual([
    {
      id: expect.any(String),
      program_id: club.program.id,
      asset_id: club.asset.id,
      amount: '7.50',
      remaining: '7.50',
      status: 'DEFERRED',
      created_at: expect.any(String),
      expires_at,
      matures_at,
      reference_id: null,
    },
  ]);
  expect(pagination).toEqual({ has_more: false, next_cursor: null });
});

test('a lot is DEFERRED, AVAILABLE, HELD, CONSUMED or EXPIRED, and nothing remains of the last two', async () => {
  const club = await lotLedger();
  await club.post({ amount: '1', matures_in: '9d' });
  await club.post({ amount: '2' });
  await club.post({ amount: '3', bucket: 'HELD', reference_id: 'r' });
  await club.post({ amount: '4', expires_in: '1d' });
  await club.post({ type: 'DEBIT', amount: '4' });
  await club.post({ amount: '5', expires_in: '1d' });
  await advance(club, '2d');
  const shown = (await club.lots()).data.map(({ amount, remaining, status, reference_id }) => [amount, remaining, status, reference_id]);
  expect(shown.sort()).toEqual([
    ['1.00', '1.00', 'DEFERRED', null],
    ['2.00', '2.00', 'AVAILABLE', null],
    ['3.00', '3.00', 'HELD', 'r'],
    ['4.00', '0.00', 'CONSUMED', null],
    ['5.00', '0.00', 'EXPIRED', null],
  ]);
  for (const [amount, , status] of shown) expect(amounts((await club.lots(`?status=${status}`)).data)).toBe(amount);
});

test('program_id, asset_id and reference_id narrow the list', async () => {
  const club = await lotLedger();
  const gem = await club.addAsset({ symbol: 'GEM', scale: 0, inventory_mode: 'LOT' });
  const { body: other } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  await club.api.put(`/programs/${other.id}/assets/${club.asset.id}`);
  await club.post({ amount: '1' });
  await club.post({ amount: '2', asset_id: gem.id });
  await club.post({ amount: '3', program_id: other.id });
  await club.post({ amount: '4', bucket: 'HELD', reference_id: 'order 1/ä' });
  expect(amounts((await club.lots(`?program_id=${other.id}`)).data)).toBe('3.00');
  expect(amounts((await club.lots(`?asset_id=${gem.id}`)).data)).toBe('2');
  expect(amounts((await club.lots(`?reference_id=${encodeURIComponent('order 1/ä')}`)).data)).toBe('4.00');
  expect(amounts((await club.lots('?reference_id=other')).data)).toBe('');
  expect((await club.lots(`?asset_id=${gem.id}`)).availability?.ledger_available_balance).toBe('2');
  expect((await club.lots(`?program_id=${other.id}`)).availability?.ledger_available_balance).toBe('3.00');
});

test('expires_after includes its time and expires_before excludes it; lots that never expire are in neither', async () => {
  const club = await lotLedger();
  const [first, second] = [inHours(24), inHours(48)];
  await club.post({ amount: '1', expires_at: first });
  await club.post({ amount: '2', expires_at: second });
  await club.post({ amount: '3' });
  const found = async (query: string) => amounts((await club.lots(query)).data);
  expect(await found(`?expires_after=${first}`)).toBe('1.00 2.00');
  expect(await found(`?expires_before=${second}`)).toBe('1.00');
  expect(await found(`?expires_after=${first}&expires_before=${second}`)).toBe('1.00');
  expect(await found(`?expires_before=${first}`)).toBe('');
});

test('lots come in the order in which they are consumed, a page at a time, each once', async () => {
  const club = await lotLedger();
  for (const [amount, expires_in] of [
    ['1', undefined],
    ['2', '9d'],
    ['3', '1d'],
    ['4', undefined],
    ['5', '1d'],
  ] as const)
    await club.post({ amount, expires_in });
  const seen: LotResource[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 9; page++) {
    const { data, pagination }: LotPage = await club.lots(`?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(pagination.has_more).toBe(pagination.next_cursor !== null);
    seen.push(...data);
    cursor = pagination.next_cursor;
  }
  expect(amounts(seen)).toBe('3.00 5.00 2.00 1.00 4.00');
});

test('the availability is over all pages and all statuses', async () => {
  const club = await lotLedger();
  for (const amount of ['1', '2', '3']) await club.post({ amount });
  await club.command('hold', { amount: '1', reference_id: 'r' });
  for (const query of ['?limit=1', '?status=HELD', '?reference_id=r']) {
    expect((await club.lots(query)).availability).toEqual({
      gross_available_lot_total: '5.00',
      ledger_available_balance: '5.00',
      overdraft_offset: '0.00',
      spendable_available: '5.00',
    });
  }
});

test('an overdraft is what gross lots stand above the ledger, never negative, and nothing can be spent meanwhile', async () => {
  const club = await lotLedger();
  await club.post({ amount: '3' });
  await club.post({ amount: '2', bucket: 'HELD', reference_id: 'r' });
  await club.post({ type: 'DEBIT', amount: '10', shortfall_policy: 'ALLOW_NEGATIVE' });
  expect((await club.lots()).availability).toEqual({
    gross_available_lot_total: '0.00',
    ledger_available_balance: '-7.00',
    overdraft_offset: '7.00',
    spendable_available: '0.00',
  });
  await club.command('release', { amount: '2' });
  await club.post({ amount: '4', matures_in: '1d' });
  expect((await club.lots()).availability).toMatchObject({ ledger_available_balance: '-5.00', overdraft_offset: '5.00' });
  await advance(club, '1d');
  expect((await club.lots()).availability).toMatchObject({
    ledger_available_balance: '-1.00',
    overdraft_offset: '1.00',
    gross_available_lot_total: '0.00',
  });
});

test('lots of several assets have no total; those of one asset have one over all programs', async () => {
  const club = await lotLedger();
  await club.post({ amount: '3' });
  const gem = await club.addAsset({ symbol: 'GEM', scale: 0, inventory_mode: 'LOT' });
  await club.post({ amount: '2', asset_id: gem.id });
  expect(await club.lots()).toMatchObject({ data: [{}, {}], availability: null });
  expect((await club.lots(`?asset_id=${gem.id}`)).availability).toMatchObject({ spendable_available: '2' });
});

test('a participant without lots has an empty page and nothing to spend', async () => {
  const club = await lotLedger();
  expect(await club.lots()).toMatchObject({ data: [], availability: { spendable_available: '0', gross_available_lot_total: '0' } });
});

test.each([
  ['program_id=x', 'program_id'],
  ['limit=201', 'limit'],
  ['limit=0', 'limit'],
  ['colour=red', 'colour'],
])('the query %s is refused with 400', async (query, param) => {
  const club = await lotLedger();
  const { status, body } = await club.api.get(path(club, `?${query}`));
  expect({ status, body: JSON.stringify(body) }).toMatchObject({ status: 400, body: expect.stringContaining(param) as string });
});

test.each([
  ['an expiry before itself', (at: string) => `expires_after=${at}&expires_before=${at}`, 'expires_before'],
  [
    'an expiry window that ends before it begins',
    (at: string) => `expires_after=${at}&expires_before=2026-01-01T00:00:00Z`,
    'expires_before',
  ],
  ['an unknown status', () => 'status=SPENT', 'status'],
  ['a time that is none', () => 'expires_after=yesterday', 'expires_after'],
  ['a month that is none', () => 'expires_before=2026-13-01T00:00:00Z', 'expires_before'],
  ['a hold of AVAILABLE lots', () => 'status=AVAILABLE&reference_id=r', 'reference_id'],
  ['a hold of DEFERRED lots', () => 'reference_id=r&status=DEFERRED', 'reference_id'],
])('%s is a question that no lot can answer: invalid_filter', async (_, query, param) => {
  const club = await lotLedger();
  expect(await club.api.get(path(club, `?${query(inHours(1))}`))).toMatchObject({ status: 400, body: { code: 'invalid_filter', param } });
});

test('the lots of a SIMPLE asset are invalid_filter, those of an unknown asset none', async () => {
  const club = await ledger();
  await club.post();
  expect(await club.api.get(path(club, `?asset_id=${club.asset.id}`))).toMatchObject({
    status: 400,
    body: { code: 'invalid_filter', param: 'asset_id' },
  });
  expect(await club.lots('?asset_id=00000000-0000-4000-8000-000000000000')).toMatchObject({ data: [] });
});

test('a lot that ended under a hold keeps the name of that hold', async () => {
  const club = await lotLedger();
  await club.post({ amount: '1', bucket: 'HELD', reference_id: 'gone', expires_in: '1d' });
  await club.post({ amount: '2', bucket: 'HELD', reference_id: 'gone', expires_in: '1h' });
  await club.post({ type: 'DEBIT', amount: '2', bucket: 'HELD', reference_id: 'gone' });
  await advance(club, '2d');
  for (const status of ['EXPIRED', 'CONSUMED'])
    expect((await club.lots(`?status=${status}&reference_id=gone`)).data, status).toHaveLength(1);
});

test('a cursor of another list or of other filters is invalid_cursor', async () => {
  const club = await lotLedger();
  for (const amount of ['1', '2']) await club.post({ amount });
  const { pagination } = await club.lots('?limit=1');
  for (const query of ['?cursor=nonsense', `?limit=1&status=HELD&cursor=${pagination.next_cursor}`]) {
    expect(await club.api.get(path(club, query))).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  }
});

test('the lots of an unknown participant, or of another organization, are not_found', async () => {
  const club = await lotLedger();
  const stranger = await organization();
  expect(await stranger.api.get(path(club))).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await club.api.get('/participants/ext:nobody/balances/lots')).toMatchObject({ status: 404 });
});
