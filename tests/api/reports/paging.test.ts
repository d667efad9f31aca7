/** Reports as lists: pages that add up to the whole, and files that are the whole. */
import { beforeAll, describe, expect, test } from 'vitest';
import { origin } from '@tests/support/api';
import { clockOf } from '@tests/support/backtests';
import { readCsv } from '@tests/support/csv';
import { send } from '@tests/support/http';
import { processDueEvents } from '@tests/support/jobs';
import { walked } from '@tests/support/listing';
import { closeBooks } from '@tests/support/periods';
import { shop, type TestShop } from '@tests/support/redemptions';

const EVER = 'from=2000-01-01T00:00:00Z&to=2999-01-01T00:00:00Z';
const ASSETS = 4;

const PATHS = {
  'trial balance': '/reports/trial-balance',
  liability: '/reports/liability',
  'roll-forward': `/reports/liability-rollforward?${EVER}`,
  'ledger summary': '/reports/ledger-summary',
  'expiration schedule': '/reports/expiration-schedule?granularity=DAY',
  'rule performance': `/reports/rule-performance?${EVER}`,
  redemptions: `/reports/redemptions?${EVER}`,
  'program activity': `/reports/program-activity?${EVER}&granularity=DAY`,
  'figures of a period': '/ledger-periods/{period}/figures',
  'trial balance of a period': '/ledger-periods/{period}/trial-balance',
} as const;
const REPORTS = Object.keys(PATHS) as (keyof typeof PATHS)[];

interface FullShop {
  readonly club: TestShop;
  readonly pathOf: (report: keyof typeof PATHS) => string;
}

/** Two programs, four assets of lots that expire, a rule for each asset, redeemed rewards, and a closed period. */
async function fullShop(): Promise<FullShop> {
  const club = await shop({ inventory_mode: 'LOT', terms: { expires_in: '30d' } });
  await someMore(club, ASSETS);
  await club.advance('2d');
  await someMore(club, 1);
  await club.advance('1d');
  const { id } = await closeBooks(club.api, new Date(Date.parse(await clockOf(club.api)) - 120_000).toISOString());
  return { club, pathOf: (report) => PATHS[report].replace('{period}', id) };
}

/** Adds as many assets, each with balances that expire on different days in two programs, a rule that credits it, and a reward. */
async function someMore(club: TestShop, count: number): Promise<void> {
  const { api, program } = club;
  const { body: other } = await api.post<{ id: string }>('/programs', { name: `Another ${crypto.randomUUID()}` });
  for (let number = 0; number < count; number++) {
    const asset = await club.addAsset({ inventory_mode: 'LOT', scale: number });
    await api.put(`/programs/${other.id}/assets/${asset.id}`, {});
    for (const [index, program_id] of [program.id, other.id].entries())
      await club.post({ program_id, asset_id: asset.id, amount: '20', expires_in: `${40 + number + 3 * index}d` });
    await club.addRule({ condition: `event.type == "${asset.symbol}"`, actions: [{ type: 'CREDIT', asset_id: asset.id, amount: '2' }] });
    await club.send({ program_id: program.id, external_id: 'ada', idempotency_key: asset.id, event_data: { type: asset.symbol } });
    await club.redeemed({ asset_id: asset.id, amount: '3' });
  }
  await processDueEvents(club.id);
}

const asText = (rows: readonly object[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])));

const csvOf = async ({ key }: TestShop, path: string): Promise<Record<string, string>[]> => {
  const { status, text } = await send(origin(), {
    method: 'GET',
    path: `/v1${path}`,
    headers: { authorization: `Bearer ${key}`, accept: 'text/csv' },
  });
  expect(status).toBe(200);
  return readCsv(text);
};

describe('every report', () => {
  let full: FullShop;
  beforeAll(async () => {
    full = await fullShop();
  });

  test.each(REPORTS)('on the %s, pages of any size are the rows of one page of all', async (report) => {
    const { club, pathOf } = full;
    const whole = await walked<object>(club.api, pathOf(report), 200);
    expect(whole.length).toBeGreaterThan(1);
    for (let limit = 1; limit <= whole.length; limit++) expect(await walked(club.api, pathOf(report), limit)).toEqual(whole);
  });

  test.each(REPORTS)('CSV of the %s is all of its rows, and with a limit that page of them', async (report) => {
    const { club, pathOf } = full;
    const path = pathOf(report);
    const and = path.includes('?') ? '&' : '?';
    const whole = asText(await walked<object>(club.api, path, 200));
    expect(await csvOf(club, path)).toEqual(whole);
    expect(await csvOf(club, `${path}${and}limit=1`)).toEqual(whole.slice(0, 1));
    const { body } = await club.api.get<{ pagination: { next_cursor: string } }>(`${path}${and}limit=1`);
    expect(await csvOf(club, `${path}${and}cursor=${body.pagination.next_cursor}`)).toEqual(whole.slice(1, 51));
  });

  test.each(REPORTS)('a cursor of the %s is good for no other filters, organization or list', async (report) => {
    const { club, pathOf } = full;
    const path = pathOf(report);
    const and = path.includes('?') ? '&' : '?';
    const { body } = await club.api.get<{ pagination: { next_cursor: string } }>(`${path}${and}limit=1`);
    const cursor = `cursor=${body.pagination.next_cursor}`;
    const others = [
      `${path}${and}program_id=${club.program.id}&${cursor}`,
      `${pathOf(report === 'liability' ? 'trial balance' : 'liability')}?${cursor}`,
    ];
    for (const other of others)
      expect(await club.api.get(other)).toMatchObject({ status: 400, body: { code: 'invalid_cursor', param: 'cursor' } });
    for (const limit of [0, 201])
      expect(await club.api.get(`${path}${and}limit=${limit}`)).toMatchObject({ status: 400, body: { param: 'limit' } });
  });
});

test.each(REPORTS)('while rows are added to the %s, a walk still meets every row that stays as it is, once', async (report) => {
  const { club, pathOf } = await fullShop();
  const before = await walked<object>(club.api, pathOf(report), 200);
  let left = 3;
  const met = await walked<object>(club.api, pathOf(report), 2, async () => (left-- > 0 ? someMore(club, 1) : undefined));
  const after = await walked<object>(club.api, pathOf(report), 200);
  const key = (row: object) => JSON.stringify(row);
  const [was, is, seen] = [before, after, met].map((rows) => rows.map(key)) as [string[], string[], string[]];
  const stayed = was.filter((row) => is.includes(row));
  expect(stayed.filter((row) => seen.filter((other) => other === row).length !== 1)).toEqual([]);
  expect(stayed.length).toBeGreaterThan(0);
  expect(is.length).toBeGreaterThanOrEqual(was.length);
});
