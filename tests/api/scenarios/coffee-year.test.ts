/** A year of a coffee program in a sandbox: what months, budgets, lots and tiers come to, every number of it reckoned by hand. */
import { expect, test } from 'vitest';
import type { EventDetail } from '@/contract/event';
import { statement } from '@/server/db/transaction';
import { automatedProgram, type AutomatedProgram } from '@tests/support/automations';
import { brokenInvariants } from '@tests/support/invariants';
import { level } from '@tests/support/tiers';

const SETUP = '2030-12-31T23:00:00Z';
const BEGIN = Date.parse('2031-01-01T00:00:00Z');
const END = '2032-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;
const PATIENCE_MS = 240_000;
const TWO_PEOPLE = ['ada', 'bob'];
const MONTHS = 12;

/**
 * Each month gives both of them 10 beans out of a budget of 15, so ada has 10 and bob 5. Beans mature
 * after 14 days and expire after 100. Ten stars a month make silver from 60 and gold from 120 in a
 * calendar year; whoever comes to be gold gets 50 beans for good. On 20 July each is charged 7.
 */
async function coffeeProgram(): Promise<AutomatedProgram> {
  const made = await automatedProgram({ inventory_mode: 'LOT' });
  const { api, program, asset } = made;
  await made.advance(SETUP);
  await made.enrol('ada');
  const [bob] = await made.enrol('bob');
  await api.post(`/programs/${program.id}/tiers`, {
    key: 'status',
    name: 'Status',
    levels: [level('silver', 1, 60, 'stars'), level('gold', 2, 120, 'stars')],
    lifecycle: { qualification_period: { type: 'CALENDAR_YEAR' }, counters: { qualifying: ['stars'] } },
  });
  await api.put(`/participants/${bob!.id}/state/tiers/status?program_id=${program.id}`, {
    level: 'silver',
    expires_at: '2031-04-01T00:00:00Z',
  });
  await made.addRule({
    condition: 'event.type == "month"',
    actions: [
      { type: 'CREDIT', asset_id: asset.id, amount: '10', matures_in: '14d', expires_in: '100d' },
      { type: 'COUNTER', key: 'stars', value: 10 },
    ],
    budgets: [{ asset_id: asset.id, scope: 'PROGRAM', limit: '15', schedule_type: 'CRON', cron_expression: '0 0 1 * *' }],
  });
  await made.on('gold', { type: 'CREDIT', amount: '50' });
  await made.on('summer', { type: 'DEBIT', amount: '7' });
  await made.automate({ name: 'Every month', trigger: { type: 'CRON', cron_expression: '0 9 1 * *' }, event: { type: 'month' } });
  await made.automate({ name: 'Summer', trigger: { type: 'ONE_TIME', run_at: '2031-07-20T12:00:00Z' }, event: { type: 'summer' } });
  await made.automate({
    name: 'Gold',
    trigger: { type: 'PARTICIPANT_STATE' },
    participant_filter: 'has(participant.tiers.status) && participant.tiers.status.level == "gold"',
    event: { type: 'gold' },
  });
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

const sumOf = (entries: Record<string, unknown>[], type: string, account: string): number =>
  entries.filter((row) => row.type === type && row.account === account).reduce((sum, { amount }) => sum + Number(amount), 0);

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
    const performed = await made.advance(END);
    const events = await made.made();
    const ofType = (type: string) => events.filter(({ event_data }) => event_data.type === type);
    expect(performed.events).toBe(2 * MONTHS + 2 + 2);
    expect(events.map(({ status }) => status)).toEqual(events.map(() => 'COMPLETED'));
    expect(ofType('month').map(({ external_id, event_timestamp }) => [event_timestamp, external_id])).toEqual(
      Array.from({ length: MONTHS }, (_, month) =>
        TWO_PEOPLE.map((who) => [new Date(Date.UTC(2031, month, 1, 9)).toISOString(), who]),
      ).flat(),
    );

    // The budget of 15 began anew each month: 10 for ada, the 5 that were left for bob.
    for (const { id, external_id } of ofType('month')) {
      const { rule_evaluations } = (await made.api.get<EventDetail>(`/events/${id}`)).body;
      const credit = rule_evaluations.find(({ status }) => status === 'MATCHED')!.actions[0];
      expect(credit).toMatchObject(
        external_id === 'ada' ? { amount: '10.00' } : { amount: '5.00', requested: '10.00', budget_limited: true },
      );
    }

    // ada: 40 expired of January to April, 3 of May after the charge of 7, 40 of June to September; October to December and gold are left.
    expect(await made.balance('ada')).toEqual({ available: '80.00', held: '0.00', deferred: '0.00' });
    // bob: 20 of January to April, nothing of May, 3 of June, 15 of July to September.
    expect(await made.balance('bob')).toEqual({ available: '65.00', held: '0.00', deferred: '0.00' });
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
    ).toEqual([
      ['10.00', '2032-01-09T09:00:00.000Z'],
      ['10.00', '2032-02-09T09:00:00.000Z'],
      ['10.00', '2032-03-10T09:00:00.000Z'],
      ['50.00', null],
    ]);
    const entries = await ledgerOf(made.id);
    const expired = (who: string) =>
      entries.filter((row) => row.account === who && /EXPIR/.test(String(row.type))).reduce((sum, { amount }) => sum + Number(amount), 0);
    expect([expired('ada'), expired('bob')]).toEqual([-83, -38]);
    expect(sumOf(entries, 'DEBIT', 'ada') + sumOf(entries, 'DEBIT', 'bob')).toBe(-14);

    // bob lost on 1 April the silver that he had been given; both earned silver in June and gold in December, which the new year renews.
    expect(await levelsOf(made, 'ada')).toEqual([
      ['2031-06-01', 'silver'],
      ['2031-12-01', 'gold'],
      ['2032-01-01', 'gold'],
    ]);
    expect((await levelsOf(made, 'bob')).slice(1)).toEqual([
      ['2031-04-01', null],
      ['2031-06-01', 'silver'],
      ['2031-12-01', 'gold'],
      ['2032-01-01', 'gold'],
    ]);
    expect(
      ofType('gold')
        .map(({ external_id, event_timestamp }) => [external_id, event_timestamp.slice(0, 10)])
        .sort(),
    ).toEqual(TWO_PEOPLE.map((who) => [who, '2031-12-01']));
    const { body: counter } = await made.api.get<{ value: string }>('/participants/ext:ada/state/counters/stars');
    expect(counter.value).toBe('0');
    expect(await brokenInvariants((sql, values) => statement(sql, values), made.id)).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  'the clock moved by a year in one step gives the same ledger as in 365 steps',
  async () => {
    const [inOne, inMany] = [await coffeeProgram(), await coffeeProgram()];
    await inOne.advance(END);
    for (let day = 0; day <= 365; day += 1) await inMany.advance(new Date(BEGIN + day * DAY_MS).toISOString());
    const [one, many] = [await ledgerOf(inOne.id), await ledgerOf(inMany.id)];
    expect(one.length).toBeGreaterThan(100);
    expect(many).toEqual(one);
    for (const who of TWO_PEOPLE) {
      expect(await inMany.balance(who)).toEqual(await inOne.balance(who));
      expect(await levelsOf(inMany, who)).toEqual(await levelsOf(inOne, who));
    }
  },
  PATIENCE_MS,
);
