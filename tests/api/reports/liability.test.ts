import { expect, test } from 'vitest';
import type { ExpirationLine, LedgerSummaryRow, LiabilityLine, RollForwardRow } from '@/contract/report';
import { organization, origin, type Api } from '@tests/support/api';
import { send } from '@tests/support/http';
import { ledger } from '@tests/support/ledger';
import { shop } from '@tests/support/redemptions';

const report = async <Row>(api: Api, path: string): Promise<Row[]> => (await api.get<{ data: Row[] }>(`/reports/${path}`)).body.data;
const now = async (api: Api): Promise<string> => (await api.get<{ now: string }>('/sandbox/clock')).body.now;

/** 100 given, then every way in which value can leave or come back. */
async function eventfulShop() {
  const club = await shop({ inventory_mode: 'LOT' });
  const { api, asset } = club;
  await club.advance('1d');
  const from = await now(api);
  await club.advance('1h');
  await club.post({ amount: '20', expires_in: '2h' });
  await club.post({ amount: '7', bucket: 'HELD', reference_id: 'over' });
  await club.post({ amount: '9', reference_id: 'over' });
  await club.post({ amount: '6', bucket: 'HELD', reference_id: 'under' });
  await club.post({ amount: '4', reference_id: 'under' });
  await club.post({ amount: '5', bucket: 'HELD', reference_id: 'void' });
  await club.command('void-hold', { reference_id: 'void' });
  await club.post({ type: 'DEBIT', amount: '3.5' });
  await club.command('forfeit', { bucket: 'AVAILABLE', amount: '1.5' });
  await club.command('hold', { amount: '2', reference_id: 'stays' });
  const spent = await club.redeemed({ amount: '10' });
  const kept = await club.reserved({ amount: '8' });
  await club.act('capture', kept);
  await club.reverse(spent, { amount: '4', reason: 'Came back' });
  await club.advance('1d');
  return { club, api, asset, from, to: await now(api) };
}

test('the roll-forward names every way in which the liability changed, and leaves no residual', async () => {
  const { api, asset, from, to } = await eventfulShop();
  const rows = await report<RollForwardRow>(api, `liability-rollforward?from=${from}&to=${to}`);
  const row = {
    asset_id: asset.id,
    opening: '100.00',
    issued: '40.00', // 20, 7 and 2 settled beyond it, 6, 5
    reversed: '4.00',
    redeemed: '18.00',
    expired: '6.00', // of the 20: 4 that came back and 2 that are held
    forfeited: '1.50',
    debited: '3.50',
    voided: '7.00', // 5, and the 2 that a settlement left
    closing: '108.00',
  };
  expect(rows).toEqual([row]);
  expect(await report<RollForwardRow>(api, `liability-rollforward?from=${to}&to=2999-01-01T00:00:00Z`)).toMatchObject([
    { opening: '108.00', issued: '0.00', closing: '108.00' },
  ]);
});

test('the liability is what balances hold now, and what they held at a past time', async () => {
  const { club, api, asset, from } = await eventfulShop();
  const { available, held, deferred } = await club.balance();
  const [present] = await report<LiabilityLine>(api, 'liability');
  expect(present).toEqual({ asset_id: asset.id, program_id: club.program.id, liability: '108.00' });
  expect(Number(available) + Number(held) + Number(deferred)).toBe(108);
  expect(await report<LiabilityLine>(api, `liability?as_of=${from}`)).toMatchObject([{ liability: '100.00' }]);
});

test('the ledger summary counts from the first entry and ends with what is outstanding', async () => {
  const { api } = await eventfulShop();
  expect(await report<LedgerSummaryRow>(api, 'ledger-summary')).toMatchObject([
    { issued: '140.00', redeemed: '18.00', reversed: '4.00', outstanding: '108.00' },
  ]);
});

test('program_id and asset_id narrow a report, and nothing of other organizations is in it', async () => {
  const club = await ledger();
  const gem = await club.addAsset({ symbol: 'GEM', scale: 0 });
  await club.post({ amount: '5' });
  await club.post({ asset_id: gem.id, amount: '9' });
  const stranger = await organization();
  expect((await report<LiabilityLine>(club.api, `liability?asset_id=${gem.id}`)).map(({ liability }) => liability)).toEqual(['9']);
  expect(await report(club.api, `liability?program_id=${crypto.randomUUID()}`)).toEqual([]);
  expect(await report(stranger.api, `liability?asset_id=${gem.id}`)).toEqual([]);
});

test('the CSV of the roll-forward adds up to its JSON', async () => {
  const { club, from, to } = await eventfulShop();
  const path = `/v1/reports/liability-rollforward?from=${from}&to=${to}&format=csv`;
  const { text } = await send(origin(), { method: 'GET', path, headers: { authorization: `Bearer ${club.key}` } });
  expect(text.split('\r\n')).toEqual([
    'asset_id,opening,issued,reversed,redeemed,expired,forfeited,debited,voided,closing',
    `${club.asset.id},100.00,40.00,4.00,18.00,6.00,1.50,3.50,7.00,108.00`,
    '',
  ]);
});

test.each([
  ['no period', 'liability-rollforward', 'from'],
  ['no beginning', 'rule-performance?to=2026-01-01T00:00:00Z', 'from'],
  ['an end before the beginning', 'redemptions?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
])('a report of a period with %s is refused at the field', async (_, path, field) => {
  const { api } = await organization();
  const { status, body } = await api.get<{ code: string; fields: { field: string }[] }>(`/reports/${path}`);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(body.fields.map((fault) => fault.field)).toContain(field);
});

test('what will expire is told by period, as far as it is left', async () => {
  const club = await ledger({ inventory_mode: 'LOT' });
  await club.post({ amount: '10', expires_at: '2999-01-15T10:00:00Z' });
  await club.post({ amount: '5', expires_at: '2999-01-31T23:59:59Z' });
  await club.post({ amount: '2', expires_at: '2999-02-01T00:00:00Z' });
  await club.post({ amount: '100' });
  await club.post({ type: 'DEBIT', amount: '4' });
  const amounts = async (granularity: string) =>
    (await report<ExpirationLine>(club.api, `expiration-schedule?granularity=${granularity}`)).map(({ period_start, amount }) => [
      period_start,
      amount,
    ]);
  expect(await amounts('MONTH')).toEqual([
    ['2999-01-01T00:00:00.000Z', '11.00'],
    ['2999-02-01T00:00:00.000Z', '2.00'],
  ]);
  expect(await amounts('DAY')).toEqual([
    ['2999-01-15T00:00:00.000Z', '6.00'],
    ['2999-01-31T00:00:00.000Z', '5.00'],
    ['2999-02-01T00:00:00.000Z', '2.00'],
  ]);
});

test.each(['liability', 'trial-balance'])('the %s can be asked for as of the last instant that has a name', async (name) => {
  const { api } = await organization();
  expect(await api.get(`/reports/${name}?as_of=9999-12-31T23:59:59.999Z`)).toMatchObject({ status: 200, body: { data: [] } });
});
