/** A random year, and every report on it compared with the journal: to the last digit, for every asset, in JSON and CSV. */
import { expect, test } from 'vitest';
import type { JournalEntryResource } from '@/contract/journal';
import type { LedgerPeriod } from '@/contract/ledger-period';
import type { ExpirationLine, LiabilityLine, RedemptionReportLine, RollForwardRow, TrialBalanceRow } from '@/contract/report';
import { amountOf, sumAmounts, ZERO, type Amount } from '@/domain/money';
import { databaseUrl } from '@/env';
import { statement } from '@/server/db/transaction';
import { origin } from '@tests/support/api';
import { clockOf } from '@tests/support/backtests';
import { chance } from '@tests/support/chance';
import { readCsv } from '@tests/support/csv';
import { send } from '@tests/support/http';
import { brokenInvariants, queryAt } from '@tests/support/invariants';
import { walked } from '@tests/support/listing';
import { balancesOf, closeBooks, figuresOf } from '@tests/support/periods';
import { randomYear, type RandomYear } from '@tests/support/random-year';

const MONTHS = 12;
const STEPS_A_MONTH = 20;
const WINDOWS = 12;
const DAY_MS = 86_400_000;

/** The roll-forward line of a liability change, by entry type; deliberately a second copy. */
const GIVES: Readonly<Record<string, keyof RollForwardRow>> = { CREDIT: 'issued', SETTLE: 'issued', REVERSE: 'reversed' };
const TAKES: Readonly<Record<string, keyof RollForwardRow>> = {
  REDEEM: 'redeemed',
  CAPTURE: 'redeemed',
  EXPIRE: 'expired',
  FORFEIT: 'forfeited',
  DEBIT: 'debited',
  TAKE_BACK: 'debited',
  VOID: 'voided',
  SETTLE: 'voided',
};
const ADDED = ['opening', 'issued', 'reversed'] as const;
const TAKEN = ['redeemed', 'expired', 'forfeited', 'debited', 'voided'] as const;

type Figures = Record<(typeof ADDED)[number] | (typeof TAKEN)[number] | 'closing', Amount>;

const isHolder = (type: string): boolean => type === 'PARTICIPANT' || type === 'GROUP';
const at = (entry: JournalEntryResource): number => Date.parse(entry.created_at);

/** The roll-forward computed from the entries alone. */
function figuresBy(entries: readonly JournalEntryResource[], asset: string, from: number, to: number): Figures {
  const sums = Object.fromEntries([...ADDED, ...TAKEN, 'closing'].map((name) => [name, ZERO])) as Figures;
  for (const entry of entries.filter((one) => at(one) < to)) {
    const net = sumAmounts(
      entry.postings.filter((p) => p.asset_id === asset && isHolder(p.account.type)).map(({ amount }) => amountOf(amount)),
    );
    sums.closing = sums.closing.plus(net);
    const figure = at(entry) < from ? 'opening' : net.isZero() ? null : (net.isNegative() ? TAKES : GIVES)[entry.type];
    if (figure === undefined) throw new Error(`an entry of type ${entry.type} changed what is owed by ${net.toFixed()}`);
    const name = figure as keyof Figures | null;
    if (name !== null) sums[name] = sums[name].plus(name === 'opening' ? net : net.abs());
  }
  return sums;
}

const shown = (figures: Figures, scale: number) =>
  Object.fromEntries(Object.entries(figures).map(([name, sum]) => [name, sum.toFixed(scale)]));

const iso = (time: number): string => new Date(time).toISOString();

/** Reads a report as JSON and CSV, which must agree. */
/** Small, so that every report takes several pages. */
const PAGE = 7;

async function report<Row extends object>({ api, key }: RandomYear, path: string): Promise<Row[]> {
  const data = await walked<Row>(api, path, PAGE);
  const { text } = await send(origin(), {
    method: 'GET',
    path: `/v1${path}`,
    headers: { authorization: `Bearer ${key}`, accept: 'text/csv' },
  });
  const cells = data.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])));
  expect(readCsv(text), path).toEqual(cells);
  return data;
}

/** Lives the year, with a period close now and then. */
async function lived(year: RandomYear, random: ReturnType<typeof chance>): Promise<LedgerPeriod[]> {
  const periods: LedgerPeriod[] = [];
  await year.live(STEPS_A_MONTH);
  for (let month = 0; month < MONTHS; month++) {
    for (let part = 0; part < 2; part++) {
      await year.advance(`${random.between(9, 18)}d`);
      await year.live(STEPS_A_MONTH / 2);
    }
    if (random.between(0, 1) === 0) continue;
    const now = Date.parse(await clockOf(year.api));
    periods.push(await closeBooks(year.api, iso(now - random.between(61_000, 4 * DAY_MS))));
  }
  return periods;
}

/** Remaining amounts of lots that will expire, by asset and day. */
async function left(organizationId: string): Promise<string[][]> {
  const rows = await statement<{ asset_id: string; day: Date; amount: string }>(
    `SELECT l.asset_id, date_trunc('day', l.expires_at, 'UTC') AS day, sum(l.remaining)::text AS amount
     FROM lots l JOIN assets a ON a.id = l.asset_id WHERE l.organization_id = $1 AND l.expires_at IS NOT NULL AND l.remaining > 0
     GROUP BY 1, 2, a.symbol ORDER BY day, a.symbol, l.asset_id`,
    [organizationId],
  );
  return rows.map(({ asset_id, day, amount }) => [asset_id, day.toISOString(), amountOf(amount).toFixed()]);
}

test('every report agrees with the journal and with each other, over any window', async () => {
  const random = chance('random year');
  const year = await randomYear(random);
  const begin = Date.parse(await clockOf(year.api)) - 60_000;
  const periods = await lived(year, random);
  const end = Date.parse(await clockOf(year.api)) + 60_000;
  const entries = await year.entries();
  expect(new Set(entries.map(({ type }) => type)).size, 'kinds of entries').toBeGreaterThan(5);

  const scopes = [
    { query: '', entries },
    ...year.programs.map(({ id }) => ({ query: `&program_id=${id}`, entries: entries.filter((e) => e.program_id === id) })),
  ];
  const instants = Array.from({ length: WINDOWS }, () => random.between(begin, end)).sort((a, b) => a - b);
  const cuts = [begin, ...instants, end];
  for (const [index, scope] of cuts.slice(1).map((_, i) => [i, scopes[i % scopes.length]!] as const)) {
    const [from, to] = [cuts[index]!, cuts[index + 1]!];
    const rows = await report<RollForwardRow>(year, `/reports/liability-rollforward?from=${iso(from)}&to=${iso(to)}${scope.query}`);
    const held = await report<LiabilityLine>(year, `/reports/liability?as_of=${iso(to - 1)}${scope.query}`);
    const trial = await report<TrialBalanceRow>(year, `/reports/trial-balance?as_of=${iso(to - 1)}${scope.query}`);
    for (const { id, symbol, scale } of year.assets) {
      const row = rows.find(({ asset_id }) => asset_id === id);
      const expected = figuresBy(scope.entries, id, from, to);
      const none = Object.values(expected).every((sum) => sum.isZero());
      if (!row && none) continue;
      const { asset_id: _, ...figures } = row!;
      expect(figures, `${symbol} from ${iso(from)} to ${iso(to)}`).toEqual(shown(expected, scale));
      const sum = (names: readonly (keyof typeof figures)[]) => sumAmounts(names.map((name) => amountOf(figures[name])));
      expect(sum(ADDED).minus(sum(TAKEN)).toFixed(scale)).toBe(figures.closing);
      const owed = held.filter(({ asset_id }) => asset_id === id).map(({ liability }) => amountOf(liability));
      expect(sumAmounts(owed).toFixed(scale)).toBe(figures.closing);
      const balances = trial.filter(({ asset_id }) => asset_id === id);
      expect(sumAmounts(balances.map(({ balance }) => amountOf(balance))).toFixed()).toBe('0');
      const holders = balances.filter(({ account_type }) => isHolder(account_type)).map(({ balance }) => amountOf(balance));
      expect(sumAmounts(holders).toFixed(scale)).toBe(figures.closing);
    }
  }

  let opening = begin;
  for (const period of periods) {
    const to = Date.parse(period.to);
    const figures = await figuresOf(year.api, period);
    for (const row of figures) {
      const { scale } = year.assets.find(({ id }) => id === row.asset_id)!;
      const own = entries.filter((entry) => entry.program_id === row.program_id);
      const { program_id: _, asset_id, ...kept } = row;
      expect(kept).toEqual(shown(figuresBy(own, asset_id, period.from === null ? 0 : opening, to), scale));
    }
    const balances = await balancesOf(year.api, period);
    for (const group of Map.groupBy(balances, ({ program_id, asset_id }) => `${program_id}/${asset_id}`).values()) {
      expect(sumAmounts(group.map(({ balance }) => amountOf(balance))).toFixed()).toBe('0');
    }
    expect(period.entry_count).toBe(entries.filter((entry) => at(entry) < to && (period.from === null || at(entry) >= opening)).length);
    opening = to;
  }

  const window = `from=${iso(begin)}&to=${iso(end)}`;
  const summary = await report<RollForwardRow & { outstanding: string }>(year, '/reports/ledger-summary');
  const whole = await report<RollForwardRow>(year, `/reports/liability-rollforward?${window}`);
  expect(summary.map(({ outstanding, ...row }) => ({ ...row, closing: outstanding }))).toEqual(whole.map(({ opening: _, ...row }) => row));
  const redeemed = await report<RedemptionReportLine>(year, `/reports/redemptions?${window}`);
  for (const { asset_id, redeemed: taken, reversed: returned } of whole) {
    const own = redeemed.filter((row) => row.asset_id === asset_id);
    expect(sumAmounts(own.map((row) => amountOf(row.completed_amount)))).toEqual(amountOf(taken));
    expect(sumAmounts(own.map((row) => amountOf(row.reversed_amount)))).toEqual(amountOf(returned));
  }
  for (const path of [`rule-performance?${window}`, `program-activity?${window}&granularity=MONTH`]) await report(year, `/reports/${path}`);
  const schedule = await report<ExpirationLine>(year, '/reports/expiration-schedule?granularity=DAY');
  expect(schedule.map(({ asset_id, period_start, amount }) => [asset_id, period_start, amountOf(amount).toFixed()])).toEqual(
    await left(year.id),
  );
  expect(await brokenInvariants(queryAt(databaseUrl()), year.id)).toEqual([]);
});
