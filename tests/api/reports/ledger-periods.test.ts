import { expect, test } from 'vitest';
import type { LedgerPeriod } from '@/contract/ledger-period';
import type { RollForwardRow, TrialBalanceRow } from '@/contract/report';
import { organization, origin } from '@tests/support/api';
import { clockOf } from '@tests/support/backtests';
import { send } from '@tests/support/http';
import { askToClose, balancesOf, closeBooks, figuresOf } from '@tests/support/periods';
import { shop } from '@tests/support/redemptions';

test('a period is closed with the figures that the reports give, and they stay when much happens after it', async () => {
  const club = await shop({ inventory_mode: 'LOT', terms: { expires_in: '20d' } });
  const { api, asset, program } = club;
  const begin = await clockOf(api);
  await club.redeemed({ amount: '30' });
  await club.advance('30d');
  const to = await clockOf(api);
  await club.advance('2m');
  const period = await closeBooks(api, to);
  expect(period).toMatchObject({ status: 'CLOSED', from: null, to, entry_count: 3, chain_position: 3, reopened_at: null });
  const read = async () => {
    const { body: forward } = await api.get<{ data: RollForwardRow[] }>(
      `/reports/liability-rollforward?from=2020-01-01T00:00:00Z&to=${to}`,
    );
    const last = new Date(Date.parse(to) - 1).toISOString();
    const { body: balance } = await api.get<{ data: TrialBalanceRow[] }>(`/reports/trial-balance?as_of=${last}`);
    return { figures: forward.data, balances: balance.data };
  };
  const whole = await read();
  expect(whole.figures).toEqual([
    expect.objectContaining({ opening: '0.00', issued: '100.00', redeemed: '30.00', expired: '70.00', closing: '0.00' }),
  ]);
  const kept = async () => ({ figures: await figuresOf(api, period), balances: await balancesOf(api, period) });
  const places = { program_id: program.id };
  expect(await kept()).toEqual({
    figures: whole.figures.map((row) => ({ ...places, ...row })),
    balances: whole.balances.map((row) => ({ ...places, ...row })),
  });
  const before = await kept();
  await club.post({ amount: '7' });
  await club.advance('40d');
  const next = await closeBooks(api, new Date(Date.parse(await clockOf(api)) - 3_600_000).toISOString());
  expect(next).toMatchObject({ status: 'CLOSED', from: to, entry_count: 1 });
  expect(await figuresOf(api, next)).toMatchObject([{ asset_id: asset.id, opening: '0.00', issued: '7.00', closing: '7.00' }]);
  expect(await kept()).toEqual(before);
  expect(await read()).toEqual(whole);
  expect(begin < to).toBe(true);
});

test('figures come as CSV with the same rows, and by program and asset', async () => {
  const club = await shop();
  const { api, key, asset } = club;
  await club.advance('1d');
  const period = await closeBooks(api, await agoOf(club.api, '2m'));
  const [row] = await figuresOf(api, period);
  const { text } = await send(origin(), {
    method: 'GET',
    path: `/v1/ledger-periods/${period.id}/figures?format=csv&asset_id=${asset.id}`,
    headers: { authorization: `Bearer ${key}` },
  });
  expect(text).toBe(`${Object.keys(row!).join(',')}\r\n${Object.values(row!).join(',')}\r\n`);
  const other = await club.addAsset({});
  expect((await api.get(`/ledger-periods/${period.id}/trial-balance?asset_id=${other.id}`)).body).toMatchObject({ data: [] });
});

const agoOf = async (api: Parameters<typeof clockOf>[0], by: '2m' | '1h'): Promise<string> =>
  new Date(Date.parse(await clockOf(api)) - (by === '2m' ? 120_000 : 3_600_000)).toISOString();

test('a period is refused that has not settled, or that overlaps a closed one', async () => {
  const { api, advance } = await shop();
  await advance('30d');
  expect(await askToClose(api, await clockOf(api))).toMatchObject({ status: 400, body: { code: 'invalid_parameter', param: 'to' } });
  const first = await closeBooks(api, await agoOf(api, '1h'));
  expect(await askToClose(api, first.to)).toMatchObject({ status: 409, body: { code: 'period_closed', param: 'to' } });
  const key = { 'idempotency-key': 'june' };
  const body = { to: await agoOf(api, '2m'), description: 'June' };
  const made = await api.post<LedgerPeriod>('/ledger-periods', body, key);
  expect(made).toMatchObject({ status: 201, body: { status: 'CLOSING', description: 'June', from: first.to } });
  expect(made.headers.location).toBe(`/v1/ledger-periods/${made.body.id}`);
  expect(await api.post('/ledger-periods', body, key)).toMatchObject({ status: 201, body: { id: made.body.id } });
});

test('only the last period can be reopened, with a reason, and is then closed anew', async () => {
  const { api, advance } = await shop();
  await advance('30d');
  const first = await closeBooks(api, await agoOf(api, '1h'));
  const second = await closeBooks(api, await agoOf(api, '2m'));
  const reopen = (id: string, body: unknown = { reason: 'A redemption was posted twice.' }) =>
    api.post(`/ledger-periods/${id}/reopen`, body);
  expect(await reopen(first.id)).toMatchObject({ status: 409, body: { code: 'later_period_closed' } });
  expect(await reopen(second.id, {})).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  const opened = await reopen(second.id);
  expect(opened).toMatchObject({ status: 200, body: { status: 'REOPENED', reopen_reason: 'A redemption was posted twice.' } });
  expect((await reopen(second.id, { reason: 'Again' })).body).toEqual(opened.body);
  expect(await closeBooks(api, second.to)).toMatchObject({ status: 'CLOSED', from: first.to });
  const { body: list } = await api.get<{ data: LedgerPeriod[] }>('/ledger-periods?status=CLOSED');
  expect(list.data.map(({ to }) => to)).toEqual([second.to, first.to]);
  const { body: audit } = await api.get<{ data: { action: string }[] }>(`/audit-log?resource_id=${second.id}`);
  expect(audit.data).toMatchObject([
    {
      action: 'UPDATE',
      actor_type: 'API_KEY',
      before: { status: 'CLOSED' },
      after: { status: 'REOPENED', reopen_reason: 'A redemption was posted twice.' },
    },
    { action: 'UPDATE', actor_type: 'SYSTEM', after: { status: 'CLOSED' } },
    { action: 'CREATE', actor_type: 'API_KEY' },
  ]);
});

test('a period of another organization is not found', async () => {
  const [{ api, advance }, other] = [await shop(), await organization()];
  await advance('1d');
  const { id } = await closeBooks(api, await agoOf(api, '1h'));
  for (const path of ['', '/figures', '/trial-balance']) {
    expect(await other.api.get(`/ledger-periods/${id}${path}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect(await other.api.post(`/ledger-periods/${id}/reopen`, { reason: 'Ours?' })).toMatchObject({ status: 404 });
});
