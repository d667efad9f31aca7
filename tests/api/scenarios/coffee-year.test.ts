/** A year of a coffee program in a sandbox: the results of months, budgets, lots and tiers, every number calculated by hand. */
import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { coffeeYearScript } from '@/server/rest/pages/docs/coffee-year';
import {
  ASSET,
  BEGINS_AT,
  ENDS_AT,
  LEVELS,
  LOTS_OF_ADA,
  MONTHS,
  PEOPLE,
  PROGRAM,
  setupRequests,
  TERMS,
  yearOf,
  type MonthFigures,
} from '@/server/rest/pages/docs/coffee-year-scenario';
import { statement } from '@/server/db/transaction';
import { origin } from '@tests/support/api';
import { automatedProgram, type AutomatedProgram } from '@tests/support/automations';
import { brokenInvariants } from '@tests/support/invariants';
import { send } from '@tests/support/http';

const BEGIN = Date.parse('2031-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const PATIENCE_MS = 240_000;

/** The program as the documentation page describes it. */
async function coffeeProgram(): Promise<AutomatedProgram> {
  const { name: _, ...terms } = ASSET;
  const made = await automatedProgram({ ...terms, program: PROGRAM });
  await made.advance(BEGINS_AT);
  for (const { method, path, body } of setupRequests(made.program.id, made.asset.id)) {
    const { status, body: answer } = await made.api[method === 'POST' ? 'post' : 'put'](path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`);
  }
  return made;
}

/** Every posting on participants, as who, what, when and how much; nothing in it depends on ids. */
const ledgerOf = (organizationId: string): Promise<Record<string, unknown>[]> =>
  statement(
    `SELECT e.created_at, e.type, coalesce(p.external_id, po.account_type) AS account, po.bucket, trim_scale(po.amount)::text AS amount
     FROM postings po JOIN journal_entries e ON e.id = po.entry_id LEFT JOIN participants p ON p.id = po.account_id
     WHERE e.organization_id = $1 ORDER BY 1, 2, 3, 4, 5`,
    [organizationId],
  );

/** A month's movements of somebody's available balance, and its closing amount. */
function movementOf(entries: readonly Record<string, unknown>[], who: string, index: number): MonthFigures {
  const [from, to] = [Date.UTC(2031, index), Date.UTC(2031, index + 1)];
  const available = entries.filter(({ account, bucket }) => account === who && bucket === 'AVAILABLE');
  const at = ({ created_at }: Record<string, unknown>) => (created_at as Date).getTime();
  const sum = (rows: readonly Record<string, unknown>[]): number => rows.reduce((total, { amount }) => total + Number(amount), 0);
  const month = (type: string) => sum(available.filter((row) => row.type === type && at(row) >= from && at(row) < to));
  return {
    matured: month('MATURE'),
    expired: 0 - month('EXPIRE'),
    charged: 0 - month('DEBIT'),
    bonus: month('CREDIT'),
    left: sum(available.filter((row) => at(row) < to)),
  };
}

/** When the level of somebody changed, and to what. */
async function levelsOf(made: AutomatedProgram, who: string): Promise<[string, string | null][]> {
  const { body } = await made.api.get<{ data: { state_type: string; created_at: string; new_value: { level: string } | null }[] }>(
    `/participants/ext:${who}/activity/state-history?sort_dir=asc&limit=200`,
  );
  return body.data
    .filter(({ state_type }) => state_type === 'TIER')
    .map(({ created_at, new_value }) => [created_at.slice(0, 10), new_value?.level ?? null]);
}

test(
  'a year in one run: months, budgets, maturity, expiry, levels won and lost come to what a hand reckons',
  async () => {
    const made = await coffeeProgram();
    const performed = await made.advance(ENDS_AT);
    const events = await made.made();
    const ofType = (type: string) => events.filter(({ event_data }) => event_data.type === type);
    expect(performed.events).toBe(2 * MONTHS.length + 2 + 2);
    expect(events.map(({ status }) => status)).toEqual(events.map(() => 'COMPLETED'));
    expect(ofType('month').map(({ external_id, event_timestamp }) => [event_timestamp, external_id])).toEqual(
      Array.from({ length: MONTHS.length }, (_, month) =>
        PEOPLE.map((who) => [new Date(Date.UTC(2031, month, 1, 9)).toISOString(), who]),
      ).flat(),
    );

    // The budget of 15 resets each month: 10 for ada, the remaining 5 for bob.
    for (const { id, external_id } of ofType('month')) {
      const { rule_evaluations } = (await made.api.get<EventDetail>(`/events/${id}`)).body;
      const credit = rule_evaluations.find(({ status }) => status === 'MATCHED')!.actions[0];
      expect(credit).toMatchObject(
        external_id === 'ada'
          ? { amount: TERMS.given.toFixed(2) }
          : { amount: (TERMS.budget - TERMS.given).toFixed(2), requested: TERMS.given.toFixed(2), budget_limited: true },
      );
    }

    for (const who of PEOPLE)
      expect(await made.balance(who)).toEqual({ available: yearOf(who).left.toFixed(2), held: '0.00', deferred: '0.00' });
    const lots = (
      await made.api.get<{ data: { remaining: string; expires_at: string | null; status: string }[] }>(
        '/participants/ext:ada/balances/lots?limit=200',
      )
    ).body.data;
    expect(
      lots
        .filter(({ remaining }) => Number(remaining) > 0)
        .map(({ remaining, expires_at }) => [remaining, expires_at])
        .sort(),
    ).toEqual(LOTS_OF_ADA.map(({ amount, expiresAt }) => [amount.toFixed(2), expiresAt]));
    const entries = await ledgerOf(made.id);
    for (const [index, { name, of, expiry }] of MONTHS.entries()) {
      for (const who of PEOPLE) expect([name, who, movementOf(entries, who, index)]).toEqual([name, who, of[who]]);
      const days = entries
        .filter(({ type, created_at }) => type === 'EXPIRE' && (created_at as Date).getUTCMonth() === index)
        .map(({ created_at }) => (created_at as Date).getUTCDate());
      expect([name, [...new Set(days)]]).toEqual([name, expiry ? [expiry.day] : []]);
    }

    for (const who of PEOPLE) expect(await levelsOf(made, who)).toEqual(LEVELS[who].map(({ on, level }) => [on, level]));
    expect(
      ofType('gold')
        .map(({ external_id, event_timestamp }) => [external_id, event_timestamp.slice(0, 10)])
        .sort(),
    ).toEqual(PEOPLE.map((who) => [who, '2031-12-01']));
    const { body: counter } = await made.api.get<{ value: string }>('/participants/ext:ada/state/counters/stars');
    expect(counter.value).toBe('0');
    expect(await brokenInvariants((sql, values) => statement(sql, values), made.id)).toEqual([]);
  },
  PATIENCE_MS,
);

test('the page shows the sums of each month, and the very requests with which this year begins', async () => {
  const { status, text } = await send(origin(), { method: 'GET', path: '/docs/coffee-year' });
  expect(status).toBe(200);
  for (const sum of [
    '20 + 10 = 30',
    '30 + 10 − 10 − 7 = 23',
    '23 + 10 − 3 = 30',
    '15 + 5 − 5 − 7 = 8',
    '30 + 10 + 50 − 10 = 80',
    '0 + 120 + 50 − 83 − 7 = 80',
    '0 + 60 + 50 − 38 − 7 = 65',
  ])
    expect(text).toContain(`<code>${sum}</code>`);
  expect(coffeeYearScript().match(/^(?:\w+=\$\()?curl /gm)).toHaveLength(setupRequests('', '').length + 4);
});

test(
  'the clock moved by a year in one step gives the same ledger as in 365 steps',
  async () => {
    const [inOne, inMany] = [await coffeeProgram(), await coffeeProgram()];
    await inOne.advance(ENDS_AT);
    for (let day = 0; day <= 365; day += 1) await inMany.advance(new Date(BEGIN + day * DAY_MS).toISOString());
    const [one, many] = [await ledgerOf(inOne.id), await ledgerOf(inMany.id)];
    expect(one.length).toBeGreaterThan(100);
    expect(many).toEqual(one);
    for (const who of PEOPLE) {
      expect(await inMany.balance(who)).toEqual(await inOne.balance(who));
      expect(await levelsOf(inMany, who)).toEqual(await levelsOf(inOne, who));
    }
  },
  PATIENCE_MS,
);
