/** The contract's tables on lots, buckets, balances, wallets and forfeit, row by row: each test is named after its row. */
import { describe, expect, test } from 'vitest';
import type { LotResource, LotPage, WalletBalance } from '@/contract/balance';
import { adminApi, apiWith, organization } from '@tests/support/api';
import { ledger, type TestLedger } from '@tests/support/ledger';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const lotLedger = () => ledger({ inventory_mode: 'LOT', mode: 'SANDBOX' });

/** One lot in each status; the AVAILABLE one began with 10 and has 6 left. */
async function oneOfEach(): Promise<{ club: TestLedger; page: LotPage; lot: (status: LotResource['status']) => LotResource }> {
  const club = await lotLedger();
  await club.post({ amount: '1', expires_in: '1d' });
  await club.api.post('/sandbox/clock/advance', { by: '2d' });
  await club.post({ amount: '10', expires_in: '9d' });
  await club.post({ amount: '3', expires_in: '1d' });
  await club.post({ type: 'DEBIT', amount: '7' });
  await club.post({ amount: '4', bucket: 'HELD', reference_id: 'order-1' });
  await club.post({ amount: '5', matures_in: '1d' });
  const page = await club.lots();
  return { club, page, lot: (status) => page.data.find((each) => each.status === status)! };
}

describe('Lot', () => {
  test.each<[keyof LotResource, (lots: Awaited<ReturnType<typeof oneOfEach>>) => void]>([
    ['id', ({ page }) => expect(new Set(page.data.map(({ id }) => id.match(UUID)?.[0])).size).toBe(5)],
    ['asset_id', ({ club, page }) => expect(new Set(page.data.map(({ asset_id }) => asset_id))).toEqual(new Set([club.asset.id]))],
    [
      'amount',
      ({ lot }) => expect([lot('AVAILABLE').amount, lot('CONSUMED').amount, lot('EXPIRED').amount]).toEqual(['10.00', '3.00', '1.00']),
    ],
    [
      'remaining',
      ({ lot }) =>
        expect([lot('AVAILABLE').remaining, lot('CONSUMED').remaining, lot('EXPIRED').remaining]).toEqual(['6.00', '0.00', '0.00']),
    ],
    [
      'status',
      ({ page }) => expect(page.data.map(({ status }) => status).sort()).toEqual(['AVAILABLE', 'CONSUMED', 'DEFERRED', 'EXPIRED', 'HELD']),
    ],
    ['created_at', ({ page }) => page.data.forEach(({ created_at }) => expect(created_at).toMatch(RFC_3339))],
    [
      'expires_at',
      ({ lot }) => expect([lot('AVAILABLE').expires_at, lot('HELD').expires_at]).toEqual([expect.stringMatching(RFC_3339), null]),
    ],
    [
      'matures_at',
      ({ lot }) => expect([lot('DEFERRED').matures_at, lot('HELD').matures_at]).toEqual([expect.stringMatching(RFC_3339), null]),
    ],
    [
      'reference_id',
      ({ lot }) =>
        expect([lot('HELD').reference_id, lot('AVAILABLE').reference_id, lot('DEFERRED').reference_id]).toEqual(['order-1', null, null]),
    ],
  ])('%s', async (_, check) => check(await oneOfEach()));
});

describe('Lot list availability', () => {
  test.each<[keyof NonNullable<LotPage['availability']>, string, string]>([
    ['gross_available_lot_total', '6.00', '0.00'],
    ['ledger_available_balance', '6.00', '-2.00'],
    ['overdraft_offset', '0.00', '2.00'],
    ['spendable_available', '6.00', '0.00'],
  ])('%s', async (field, covered, overdrawn) => {
    const { club, page } = await oneOfEach();
    expect(page.availability![field]).toBe(covered);
    await club.post({ type: 'DEBIT', amount: '8', shortfall_policy: 'ALLOW_NEGATIVE' });
    expect((await club.lots()).availability![field]).toBe(overdrawn);
  });
});

describe('Lot list query', () => {
  test.each<[string, (all: Awaited<ReturnType<typeof oneOfEach>>) => string, LotResource['status'][]]>([
    ['program_id', ({ club }) => `program_id=${club.program.id}`, ['AVAILABLE', 'CONSUMED', 'DEFERRED', 'EXPIRED', 'HELD']],
    ['asset_id', ({ club }) => `asset_id=${club.asset.id}`, ['AVAILABLE', 'CONSUMED', 'DEFERRED', 'EXPIRED', 'HELD']],
    ['status', () => 'status=CONSUMED', ['CONSUMED']],
    ['expires_before', ({ lot }) => `expires_before=${lot('CONSUMED').expires_at}`, ['EXPIRED']],
    ['expires_after', ({ lot }) => `expires_after=${lot('CONSUMED').expires_at}`, ['AVAILABLE', 'CONSUMED']],
    ['reference_id', () => 'reference_id=order-1', ['HELD']],
    ['limit', () => 'limit=1', ['EXPIRED']],
    ['program_id of another program', () => `program_id=${UNKNOWN}`, []],
    ['asset_id of another asset', () => `asset_id=${UNKNOWN}`, []],
  ])('%s', async (_, query, statuses) => {
    const all = await oneOfEach();
    expect((await all.club.lots(`?${query(all)}`)).data.map(({ status }) => status).sort()).toEqual(statuses);
  });

  test('cursor', async () => {
    const { club, page } = await oneOfEach();
    const { pagination } = await club.lots('?limit=2');
    expect((await club.lots(`?limit=3&cursor=${pagination.next_cursor}`)).data).toEqual(page.data.slice(2));
  });
});

describe('Program wallet balance entry', () => {
  test.each<[keyof WalletBalance, (club: TestLedger) => string]>([
    ['asset_id', (club) => club.asset.id],
    ['available', () => '70.00'],
    ['deferred', () => '20.00'],
    ['held', () => '10.00'],
    ['issuance_policy', () => 'PREFUNDED'],
  ])('%s', async (field, value) => {
    const club = await ledger({ inventory_mode: 'LOT', issuance_policy: 'PREFUNDED' });
    await club.wallet('fund', { amount: '100' });
    await club.post({ amount: '10', bucket: 'HELD' });
    await club.post({ amount: '20', matures_in: '1d' });
    const { body } = await club.api.get<{ data: WalletBalance[] }>(`/programs/${club.program.id}/balance`);
    expect(body.data[0]![field]).toBe(value(club));
  });
});

describe('a bucket', () => {
  test.each(['AVAILABLE', 'HELD', 'DEFERRED'])('%s is sent in upper case and answered under its name in lower case', async (bucket) => {
    const club = await lotLedger();
    const { balance } = await club.post({ amount: '1', bucket, ...(bucket === 'DEFERRED' ? { matures_in: '1d' } : {}) });
    expect(balance).toEqual({ available: '0.00', held: '0.00', deferred: '0.00', [bucket.toLowerCase()]: '1.00' });
    expect(await club.balance()).toEqual(balance);
    expect(await club.adjust({ bucket: bucket.toLowerCase() })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', param: 'bucket' },
    });
  });
});

/** 20 in two AVAILABLE lots and 10 under the hold "r". */
async function stocked(): Promise<{
  club: TestLedger;
  lots: LotResource[];
  forfeit: (more?: Record<string, unknown>) => ReturnType<TestLedger['command']>;
}> {
  const club = await lotLedger();
  await club.post({ amount: '15' });
  await club.api.post('/sandbox/clock/advance', { by: '1d' });
  await club.post({ amount: '5' });
  await club.post({ amount: '10', bucket: 'HELD', reference_id: 'r' });
  const lots = (await club.lots()).data;
  return { club, lots, forfeit: (more = {}) => club.command('forfeit', { bucket: 'AVAILABLE', amount: '6', ...more }) };
}
const taken = (answer: { body: Record<string, unknown> }) =>
  (answer.body.lots_processed as LotResource[]).map(({ amount }) => amount).join(' ');

describe('forfeit body', () => {
  test.each(['asset_id', 'program_id', 'description', 'bucket', 'amount'])('%s is required', async (field) => {
    const { forfeit } = await stocked();
    expect(await forfeit({ [field]: undefined })).toMatchObject({
      status: 400,
      body: { code: 'validation_error', fields: [{ field, reason: 'required' }] },
    });
  });

  test('bucket chooses between AVAILABLE and HELD', async () => {
    const { forfeit } = await stocked();
    expect((await forfeit()).body).toMatchObject({ balance: { available: '14.00', held: '10.00' } });
    expect((await forfeit({ bucket: 'HELD' })).body).toMatchObject({ balance: { available: '14.00', held: '4.00' } });
  });

  test('amount is taken to the last digit', async () => {
    const { forfeit } = await stocked();
    expect((await forfeit({ amount: '0.01' })).body).toMatchObject({ amount_processed: '0.01', balance: { available: '19.99' } });
  });

  test('earned_from leaves out what was earned before', async () => {
    const { lots, forfeit } = await stocked();
    const [, second] = lots;
    expect(taken(await forfeit({ earned_from: second!.created_at, amount: '5' }))).toBe('5.00');
    expect((await forfeit({ earned_from: second!.created_at, amount: '0.01' })).status).toBe(422);
  });

  test('earned_to leaves out what was earned then or later', async () => {
    const { lots, forfeit } = await stocked();
    const [, second] = lots;
    expect((await forfeit({ earned_to: second!.created_at, amount: '15.01' })).status).toBe(422);
    expect(taken(await forfeit({ earned_to: second!.created_at, amount: '15' }))).toBe('15.00');
  });

  test('lot_ids leaves out every other lot', async () => {
    const { lots, forfeit } = await stocked();
    expect((await forfeit({ lot_ids: [lots[1]!.id], amount: '2' })).body).toMatchObject({
      lots_processed: [{ id: lots[1]!.id, amount: '2.00' }],
    });
  });

  test('reference_id names the hold that is taken from', async () => {
    const { forfeit } = await stocked();
    expect((await forfeit({ bucket: 'HELD', reference_id: 'r' })).body).toMatchObject({ reference_id: 'r', balance: { held: '4.00' } });
    expect(await forfeit({ bucket: 'HELD', reference_id: 'other' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('idempotency_key gives it one effect', async () => {
    const { club, forfeit } = await stocked();
    const [first, again] = [await forfeit({ idempotency_key: 'k' }), await forfeit({ idempotency_key: 'k' })];
    expect(again.body).toEqual(first.body);
    expect(await club.balance()).toMatchObject({ available: '14.00' });
  });
});

describe('forfeit response', () => {
  test.each<[string, (all: Awaited<ReturnType<typeof stocked>>) => unknown]>([
    ['amount_processed', () => '16.00'],
    ['asset_id', ({ club }) => club.asset.id],
    ['balance', () => ({ available: '4.00', held: '10.00', deferred: '0.00' })],
    ['journal_entry_id', () => expect.stringMatching(UUID)],
    [
      'lots_processed',
      ({ lots }) => [
        { id: lots[0]!.id, amount: '15.00' },
        { id: lots[1]!.id, amount: '1.00' },
      ],
    ],
    ['message', () => expect.any(String)],
    ['operation', () => 'FORFEIT'],
    ['program_id', ({ club }) => club.program.id],
    ['reference_id', () => 'case-7'],
  ])('%s', async (field, value) => {
    const all = await stocked();
    const { body } = await all.forfeit({ amount: '16', reference_id: 'case-7' });
    expect(body[field as keyof typeof body]).toEqual(value(all));
  });
});

describe('forfeit error', () => {
  const target = (club: TestLedger) => ({
    program_id: club.program.id,
    asset_id: club.asset.id,
    description: 'Test',
    bucket: 'AVAILABLE',
    amount: '1',
  });
  const at = (club: TestLedger) => `/participants/${club.participant.id}/balances/forfeit`;

  test.each<[string, (club: TestLedger) => Promise<{ status: number; body: Record<string, unknown> }>, number]>([
    ['invalid_amount', (club) => club.command('forfeit', { bucket: 'AVAILABLE', amount: '0' }), 400],
    ['authentication_required', (club) => apiWith({}).post(at(club), target(club)), 401],
    ['org_key_required', (club) => adminApi().post(at(club), target(club)), 403],
    ['not_found', async (club) => (await organization()).api.post(at(club), target(club)), 404],
    [
      'idempotency_conflict',
      async (club) => {
        await club.command('forfeit', { bucket: 'AVAILABLE', amount: '1', idempotency_key: 'k' });
        return club.command('forfeit', { bucket: 'AVAILABLE', amount: '2', idempotency_key: 'k' });
      },
      409,
    ],
    ['unsupported_media_type', (club) => club.api.post(at(club), target(club), { 'content-type': 'text/plain' }), 415],
  ])('%s', async (code, send, status) => {
    const { club } = await stocked();
    expect(await send(club)).toMatchObject({ status, body: { code } });
  });

  test('none for a CLOSED participant and an archived asset', async () => {
    const { club, forfeit } = await stocked();
    await club.api.patch('/participants/ext:ada', { status: 'CLOSED' });
    await club.api.patch(`/assets/${club.asset.id}`, { status: 'ARCHIVED' });
    expect((await forfeit()).status).toBe(200);
  });
});

describe('lots and wallets answer', () => {
  test.each(['lots', 'balance'])('%s: 401 without a key, 403 to the admin key, 404 to a stranger', async (what) => {
    const club = await lotLedger();
    const path = what === 'lots' ? `/participants/${club.participant.id}/balances/lots` : `/programs/${club.program.id}/balance`;
    const stranger = await organization();
    expect([(await apiWith({}).get(path)).status, (await adminApi().get(path)).status, (await stranger.api.get(path)).status]).toEqual([
      401, 403, 404,
    ]);
  });
});
