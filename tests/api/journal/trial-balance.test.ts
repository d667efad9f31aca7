import { expect, test } from 'vitest';
import type { TrialBalanceRow } from '@/contract/report';
import { amountOf, sumAmounts } from '@/domain/money';
import { organization, origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { ledger, type TestLedger } from '@tests/support/ledger';

const PATH = '/reports/trial-balance';

async function busyClub(): Promise<TestLedger> {
  const club = await ledger({ issuance_policy: 'PREFUNDED' });
  await club.wallet('fund', { amount: '100' });
  await club.post({ amount: '33.33' });
  await club.post({ amount: '5', bucket: 'HELD' });
  await club.post({ type: 'DEBIT', amount: '40', shortfall_policy: 'ALLOW_NEGATIVE' });
  return club;
}

test('the rows of each asset are signed, in its scale, and sum to zero', async () => {
  const club = await busyClub();
  const gem = await club.addAsset({ symbol: 'GEM', scale: 0 });
  await club.post({ asset_id: gem.id, amount: '9' });
  const { status, body } = await club.api.get<{ data: TrialBalanceRow[] }>(PATH);
  expect(status).toBe(200);
  const rowsOf = (asset: string) => body.data.filter((row) => row.asset_id === asset);
  expect(rowsOf(club.asset.id)).toEqual([
    { asset_id: club.asset.id, account_type: 'PARTICIPANT', balance: '-1.67' },
    { asset_id: club.asset.id, account_type: 'PROGRAM_WALLET', balance: '101.67' },
    { asset_id: club.asset.id, account_type: 'SYSTEM_ISSUANCE', balance: '-100.00' },
  ]);
  expect(rowsOf(gem.id)).toEqual([
    { asset_id: gem.id, account_type: 'PARTICIPANT', balance: '9' },
    { asset_id: gem.id, account_type: 'SYSTEM_ISSUANCE', balance: '-9' },
  ]);
  for (const asset of [club.asset.id, gem.id]) {
    expect(sumAmounts(rowsOf(asset).map(({ balance }) => amountOf(balance))).isZero()).toBe(true);
  }
});

test('program_id and asset_id narrow the report, which holds nothing of other organizations', async () => {
  const club = await busyClub();
  const stranger = await organization();
  const { body: other } = await club.api.post<{ id: string }>('/programs', { name: 'Other' });
  expect((await club.api.get(`${PATH}?program_id=${club.program.id}&asset_id=${club.asset.id}`)).body).toMatchObject({
    data: [{}, {}, {}],
  });
  expect((await club.api.get(`${PATH}?program_id=${other.id}`)).body).toMatchObject({ data: [] });
  expect((await stranger.api.get(`${PATH}?asset_id=${club.asset.id}`)).body).toMatchObject({ data: [] });
});

const ask = (key: string, query: string, accept?: string) =>
  send(origin(), { method: 'GET', path: `/v1${PATH}${query}`, headers: { authorization: `Bearer ${key}`, ...(accept && { accept }) } });

test.each([
  ['?format=csv', undefined],
  ['?format=csv', 'application/json'],
  ['', 'text/csv'],
  ['', 'text/csv; charset=utf-8, */*;q=0.1'],
  ['', 'application/json;q=0.5, text/csv'],
])('the query %j with Accept %j answers CSV with one line a row', async (query, accept) => {
  const club = await busyClub();
  const { status, headers, text } = await ask(club.key, query, accept);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="trial-balance.csv"');
  expect(text.split('\r\n')).toEqual([
    'asset_id,account_type,balance',
    `${club.asset.id},PARTICIPANT,-1.67`,
    `${club.asset.id},PROGRAM_WALLET,101.67`,
    `${club.asset.id},SYSTEM_ISSUANCE,-100.00`,
    '',
  ]);
});

test.each([
  ['', undefined],
  ['', '*/*'],
  ['?format=json', 'text/csv'],
  ['', 'text/csv;q=0'],
  ['', 'application/json, text/csv;q=0.9'],
])('the query %j with Accept %j answers JSON', async (query, accept) => {
  const club = await busyClub();
  const { headers, text } = await ask(club.key, query, accept);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(text)).toMatchObject({ data: [{}, {}, {}], pagination: { has_more: false, next_cursor: null } });
});

test('a report without rows is its header line', async () => {
  const { key } = await organization();
  expect((await ask(key, '?format=csv')).text).toBe('asset_id,account_type,balance\r\n');
});

test('errors stay JSON when CSV is asked for', async () => {
  const { key } = await organization();
  const refused = await ask(key, '?format=csv&asset_id=x', 'text/csv');
  expect(refused.status).toBe(400);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'validation_error', param: 'asset_id' });
  expect((await ask(key, '?format=xml')).status).toBe(400);
});
