/** Reports over days, hours and odd minutes match the rows digit for digit, whether none, half or all is sealed and rolled up. */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOTHING } from '@/domain/decision';
import type { Account } from '@/domain/ledger/accounts';
import { balanced, type Cause, type JournalEntry, type Posting } from '@/domain/ledger/entry';
import { amountOf } from '@/domain/money';
import { presentRulePerformance } from '@/server/api/present/report';
import { commitDecision } from '@/server/db/commit';
import { accountTotals } from '@/server/db/repositories/ledger/account-totals';
import { countAudience } from '@/server/db/repositories/automations/automation-audience';
import { countedActivity, countedRules } from '@/server/db/repositories/reports/activity-days';
import { sumFlows } from '@/server/db/repositories/reports/ledger-flows';
import { programActivity } from '@/server/db/repositories/reports/program-activity';
import type { ReportWindow } from '@/server/db/repositories/reports/reports';
import { rulePerformance } from '@/server/db/repositories/reports/rule-performance';
import type { Counted } from '@/server/db/repositories/reports/day-windows';
import { statement, withTransaction } from '@/server/db/transaction';
import { newId, newIdAt } from '@/server/platform/ids';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { rowsOf } from '@tests/support/listing';
import { BEGINNING, busyProgram, countDaysAt, countHoursAt, DAY_MS, DAYS, TODAY } from '@tests/support/busy-program';
import { useOwnDatabase } from '@tests/support/own-database';
import { REAL_TIME, tamper, wrongTotals } from '@tests/support/proof';
import { EVENT_RECORDS } from '@tests/support/event-records';

await useOwnDatabase();

/** Longer than the delay after which a past day is rolled up. */
const SETTLED_MS = 11 * 60_000;
const ENTRIES = 200;
const SUSPENDED = 3;
const HOUR_MS = 3_600_000;
const GRANULARITIES = ['DAY', 'WEEK', 'MONTH'] as const;

interface Club extends Awaited<ReturnType<typeof busyProgram>> {
  readonly ruleIds: readonly string[];
}

/** Everybody has enough never to be overdrawn; some are suspended. */
async function clubWithRules(): Promise<Club> {
  const made = await busyProgram();
  const rules = [await made.addRule({ name: 'one' }), await made.addRule({ name: 'two' }), await made.addRule({ name: 'never' })];
  const club = { ...made, ruleIds: rules.map(({ id }) => id) };
  const cause = { ruleId: club.ruleIds[0]!, eventId: newId(), ruleVersion: 1 };
  await commit(
    club,
    club.people.map((person) => entryOf(club, cause, person, 'CREDIT', '1000000')),
    new Date(BEGINNING),
  );
  await statement(`UPDATE participants SET status = 'SUSPENDED' WHERE id = ANY ($1::uuid[])`, [club.people.slice(0, SUSPENDED)]);
  return club;
}

const commit = ({ id }: Club, entries: readonly JournalEntry[], now: Date): Promise<void> =>
  withTransaction((tx) =>
    commitDecision(tx, { organizationId: id, now }, { ...NOTHING, entries: entries.map((entry) => ({ ...entry, id: newIdAt(now) })) }),
  );

function entryOf(
  { program, asset }: Club,
  cause: Cause | null,
  person: string,
  type: 'CREDIT' | 'DEBIT' | 'HOLD',
  amount: string,
): JournalEntry {
  const id = newId();
  const issuance: Account = { type: 'SYSTEM_ISSUANCE', id: program.id, bucket: null };
  const available: Account = { type: 'PARTICIPANT', id: person, bucket: 'AVAILABLE' };
  const [from, to] = {
    CREDIT: [issuance, available] as const,
    DEBIT: [available, issuance] as const,
    HOLD: [available, { ...available, bucket: 'HELD' } as const] as const,
  }[type];
  const postings: Posting[] = [
    { assetId: asset.id, account: from, amount: amountOf(amount).negated() },
    { assetId: asset.id, account: to, amount: amountOf(amount), holdReference: type === 'HOLD' ? id : null },
  ];
  return balanced({ id, programId: program.id, type, description: null, referenceId: null, cause, postings });
}

/** Posts entries at random times, most in the first half; some events recur on other days, by the same rule or another. */
async function postAtRandom(club: Club, count: number): Promise<void> {
  const events = Array.from({ length: Math.ceil(count / 3) }, newId);
  for (let number = 0; number < count; number++) {
    const at = new Date(BEGINNING + 1 + Math.floor((randomInt(1_000_000) / 1_000_000) ** 2 * DAYS * DAY_MS));
    const cause = randomInt(6) === 0 ? null : { ruleId: one(club.ruleIds.slice(0, 2)), eventId: one(events), ruleVersion: 1 };
    const type = one(['CREDIT', 'CREDIT', 'DEBIT', 'HOLD'] as const);
    await commit(club, [entryOf(club, cause, one(club.people.slice(0, 12)), type, `${randomInt(1, 99)}.${randomInt(10)}`)], at);
  }
}

const one = <T>(choices: readonly T[]): T => choices[randomInt(choices.length)]!;

/** Computed from the rows alone, without totals, seals or database functions. */
const rulesByRows = ({ id }: Club, { from, to }: ReportWindow) =>
  statement(
    `SELECT e.rule_id, p.asset_id, count(DISTINCT e.event_id)::int AS events, count(DISTINCT p.account_id)::int AS participants,
            coalesce(sum(p.amount) FILTER (WHERE e.type = 'CREDIT'), 0)::numeric(78, 2)::text AS credited,
            coalesce(-sum(p.amount) FILTER (WHERE e.type = 'DEBIT'), 0)::numeric(78, 2)::text AS debited
     FROM journal_entries e JOIN postings p ON p.entry_id = e.id AND p.account_type = 'PARTICIPANT'
     WHERE e.organization_id = $1 AND e.rule_id IS NOT NULL AND e.created_at >= $2 AND e.created_at < $3 GROUP BY 1, 2 ORDER BY 1`,
    [id, from, to],
  );

const activityByRows = ({ id }: Club, { from, to }: ReportWindow, granularity: string) =>
  statement(
    `SELECT program_id, period_start, sum(completed)::int AS events_completed, sum(failed)::int AS events_failed, sum(active)::int AS active_participants,
            sum(enrolled)::int AS enrolled_participants, sum(entries)::int AS journal_entries
     FROM (
       SELECT program_id, date_trunc($4, created_at, 'UTC') AS period_start, count(*) FILTER (WHERE status = 'COMPLETED') AS completed,
              count(*) FILTER (WHERE status = 'FAILED') AS failed, count(DISTINCT participant_id) AS active, 0 AS enrolled, 0 AS entries
       FROM ${EVENT_RECORDS} e WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1, 2
       UNION ALL SELECT program_id, date_trunc($4, enrolled_at, 'UTC'), 0, 0, 0, count(*), 0 FROM program_participants
       WHERE organization_id = $1 AND enrolled_at >= $2 AND enrolled_at < $3 GROUP BY 1, 2
       UNION ALL SELECT program_id, date_trunc($4, created_at, 'UTC'), 0, 0, 0, 0, count(*) FROM journal_entries
       WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1, 2
     ) AS parts GROUP BY 1, 2 ORDER BY 2, 1`,
    [id, from, to, granularity.toLowerCase()],
  );

const byType = (a: { account_type: string }, b: { account_type: string }): number => (a.account_type < b.account_type ? -1 : 1);

async function flowsOf({ id }: Club, window: ReportWindow, { hours }: Counted) {
  const rows = await sumFlows({ organizationId: id, programId: null, assetId: null }, [{ name: 'IT', ...window }], hours);
  return rows.map(({ type, more, less }) => ({ type, more: Number(more), less: Number(less) })).sort((a, b) => (a.type < b.type ? -1 : 1));
}

/** Every entry of the club moves one amount in tenths, so that sums are exact even as numbers. */
const flowsByRows = ({ id }: Club, { from, to }: ReportWindow) =>
  statement(
    `SELECT e.type, coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::float8 AS more, coalesce(sum(p.amount) FILTER (WHERE p.amount < 0), 0)::float8 AS less
     FROM journal_entries e JOIN postings p ON p.entry_id = e.id AND p.account_type = 'PARTICIPANT'
     WHERE e.organization_id = $1 AND e.type <> 'HOLD' AND e.created_at >= $2 AND e.created_at < $3 GROUP BY 1 ORDER BY 1`,
    [id, from, to],
  );

const heldByRows = ({ id }: Club, { to }: ReportWindow) =>
  statement<{ account_type: string }>(
    `SELECT account_type, sum(amount)::float8 AS balance FROM postings WHERE organization_id = $1 AND created_at < $2 GROUP BY 1`,
    [id, to],
  );

function someWindows(): ReportWindow[] {
  const at = (unit: number) => BEGINNING + Math.floor(randomInt(DAYS * DAY_MS) / unit) * unit;
  return [1, 1, HOUR_MS, HOUR_MS, DAY_MS, DAY_MS].map((unit) => {
    const [from, to] = [at(unit), at(unit)].sort((a, b) => a - b) as [number, number];
    return { from: new Date(from), to: new Date(unit === 1 || randomInt(2) === 0 ? to + 1 : to) };
  });
}

async function expectReportsToAgree(club: Club, stage: string): Promise<void> {
  const scope = { organizationId: club.id, programId: null, assetId: null };
  const [activity, rules] = [await countedActivity(club.id), await countedRules(club.id)];
  for (const window of [...someWindows(), { from: new Date(BEGINNING - DAY_MS), to: new Date(TODAY + DAY_MS) }]) {
    const where = `${stage}: ${window.from.toISOString()} to ${window.to.toISOString()}`;
    const told = (await rowsOf(club.id, (request) => rulePerformance(scope, window, rules, request))).map(presentRulePerformance);
    const moved = told.map(({ rule_name: _, program_id: __, ...row }) => row).sort((a, b) => (a.rule_id < b.rule_id ? -1 : 1));
    expect(moved, where).toEqual(await rulesByRows(club, window));
    expect(await flowsOf(club, window, rules), where).toEqual(await flowsByRows(club, window));
    const held = (await rowsOf(club.id, (request) => accountTotals(scope, window.to, rules.hours, request))).map(
      ({ account_type, balance }) => ({
        account_type,
        balance: Number(balance),
      }),
    );
    expect(held.sort(byType), where).toEqual((await heldByRows(club, window)).sort(byType));
    for (const granularity of GRANULARITIES) {
      const periods = await rowsOf(club.id, (request) => programActivity(scope, window, granularity, activity, request));
      expect(periods, `${granularity} ${where}`).toEqual(await activityByRows(club, window, granularity));
    }
  }
  expect(await wrongTotals(club.id), stage).toEqual([]);
  expect(await countAudience({ organizationId: club.id, programId: club.program.id }), stage).toBe(club.people.length - SUSPENDED);
}

test('reports are the same before anything is sealed or counted, in between, and once everything is', async () => {
  const club = await clubWithRules();
  await postAtRandom(club, ENTRIES);
  await expectReportsToAgree(club, 'nothing sealed, nothing counted');
  await sealOrganization(club.id, REAL_TIME);
  for (const progress of ['activity_progress', 'hour_progress']) {
    await statement(`UPDATE ${progress} SET due_at = '-infinity' WHERE organization_id = $1`, [club.id]);
  }
  for (const [number, count] of [countDaysAt, countHoursAt].entries()) {
    await count(BEGINNING + (9.5 + number / 2) * DAY_MS);
    await count(BEGINNING + (9.5 + number / 2) * DAY_MS + SETTLED_MS);
  }
  await postLater(club);
  await expectReportsToAgree(club, 'half of it sealed and counted');
  for (let pass = 0; pass < 3; pass++) await countDaysAt(TODAY + (pass + 1) * SETTLED_MS);
  await countHoursAt(TODAY - DAY_MS / 3);
  await countHoursAt(TODAY - DAY_MS / 3 + SETTLED_MS);
  expect((await countedRules(club.id)).hours).toMatchObject({ until: new Date(TODAY - DAY_MS / 3) });
  expect([(await countedActivity(club.id)).days, (await countedRules(club.id)).days]).toEqual([new Date(TODAY), new Date(TODAY)]);
  await expectReportsToAgree(club, 'all counted, not all sealed');
  await sealOrganization(club.id, REAL_TIME);
  await expectReportsToAgree(club, 'all sealed and counted');
});

/** Posts more entries, on days not rolled up yet. */
async function postLater(club: Club): Promise<void> {
  for (let number = 0; number < 40; number++) {
    const cause = { ruleId: one(club.ruleIds.slice(0, 2)), eventId: newId(), ruleVersion: 1 };
    const at = new Date(TODAY - 1 - randomInt(10 * DAY_MS));
    await commit(club, [entryOf(club, cause, one(club.people), 'CREDIT', '0.5')], at);
  }
}

test('an entry that is sealed long after its hour was counted, or dated into it, is in every sum once', async () => {
  const club = await clubWithRules();
  const noon = BEGINNING + DAY_MS / 2;
  const window = { from: new Date(noon - 90_000), to: new Date(noon + 3 * HOUR_MS + 90_000) };
  const credit = (at: number) =>
    commit(
      club,
      [entryOf(club, { ruleId: club.ruleIds[0]!, eventId: newId(), ruleVersion: 1 }, one(club.people), 'CREDIT', '1.5')],
      new Date(at),
    );
  await credit(noon + HOUR_MS);
  await statement(`UPDATE hour_progress SET due_at = '-infinity' WHERE organization_id = $1`, [club.id]);
  await countHoursAt(noon + DAY_MS);
  await countHoursAt(noon + DAY_MS + SETTLED_MS);
  await credit(noon + 2 * HOUR_MS);
  const counted = await countedRules(club.id);
  expect(counted.hours).toMatchObject({ until: new Date(noon + DAY_MS) });
  for (const stage of ['neither sealed', 'both sealed']) {
    expect(await flowsOf(club, window, counted), stage).toEqual([{ type: 'CREDIT', more: 3, less: 0 }]);
    expect(await flowsByRows(club, window), stage).toEqual([{ type: 'CREDIT', more: 3, less: 0 }]);
    await sealOrganization(club.id, REAL_TIME);
  }
  expect(
    await statement('SELECT sum(entries)::int AS entries FROM entry_hours WHERE organization_id = $1 AND hour >= $2', [
      club.id,
      window.from,
    ]),
  ).toEqual([{ entries: 2 }]);
});

test('hours that several count while their entries are being sealed have every entry once', async () => {
  const club = await clubWithRules();
  const noon = BEGINNING + DAY_MS / 2;
  for (let number = 0; number < 24; number++) {
    await commit(club, [entryOf(club, null, one(club.people), 'CREDIT', '0.5')], new Date(noon + (number % 3) * HOUR_MS + number));
  }
  await statement(`UPDATE hour_progress SET due_at = '-infinity' WHERE organization_id = $1`, [club.id]);
  await countHoursAt(noon + DAY_MS);
  const count = () => countHoursAt(noon + DAY_MS + SETTLED_MS);
  await Promise.all([count(), sealOrganization(club.id, REAL_TIME), count(), count()]);
  await count();
  expect((await countedRules(club.id)).hours).toMatchObject({ until: new Date(noon + DAY_MS) });
  const [{ entries } = { entries: 0 }] = await statement<{ entries: number }>(
    'SELECT sum(entries)::int AS entries FROM entry_hours WHERE organization_id = $1 AND hour >= $2',
    [club.id, new Date(noon)],
  );
  expect(entries).toBe(24);
});

test('hours are forgotten some weeks later, and what was counted by them is read row by row', async () => {
  const club = await clubWithRules();
  await sealOrganization(club.id, REAL_TIME);
  await statement(`UPDATE hour_progress SET due_at = '-infinity' WHERE organization_id = $1`, [club.id]);
  await countHoursAt(BEGINNING + DAY_MS);
  await countHoursAt(BEGINNING + DAY_MS + SETTLED_MS);
  const window = { from: new Date(BEGINNING - HOUR_MS), to: new Date(BEGINNING + 5 * HOUR_MS) };
  const rows = () => statement('SELECT 1 FROM ledger_hours WHERE organization_id = $1', [club.id]);
  expect(await rows()).toHaveLength(1);
  for (const days of [60, 61]) {
    await countHoursAt(BEGINNING + days * DAY_MS);
    await countHoursAt(BEGINNING + days * DAY_MS + SETTLED_MS);
  }
  expect(await rows()).toEqual([]);
  expect(await flowsOf(club, window, await countedRules(club.id))).toEqual(await flowsByRows(club, window));
});

test.each([
  ['ledger_days', 'more', 'CREDIT given'],
  ['ledger_hours', 'less', 'CREDIT taken'],
  ['rule_days', 'net', 'CREDIT by rule'],
  ['rule_hours', 'net', 'CREDIT by rule'],
  ['account_days', 'amount', 'PARTICIPANT AVAILABLE'],
  ['account_hours', 'amount', 'PARTICIPANT'],
  ['entry_days', 'entries', 'entries'],
  ['entry_hours', 'entries', 'entries'],
])('a figure of %s that is changed behind the ledger is found where it is', async (table, column, figure) => {
  const club = await clubWithRules();
  await sealOrganization(club.id, REAL_TIME);
  await statement(`UPDATE hour_progress SET due_at = '-infinity' WHERE organization_id = $1`, [club.id]);
  await countHoursAt(BEGINNING + DAY_MS);
  await countHoursAt(BEGINNING + DAY_MS + SETTLED_MS);
  expect(await wrongTotals(club.id)).toEqual([]);
  await tamper(`UPDATE ${table} SET ${column} = ${column} ${column === 'less' ? '-' : '+'} 1 WHERE organization_id = $1`, [club.id]);
  const span = new Date(BEGINNING).toISOString();
  const [wrong] = (await wrongTotals(club.id)).filter((one) => one.figure.startsWith(figure));
  expect(wrong).toMatchObject({
    span: table.endsWith('days') ? span.slice(0, 10) : span.replace(':00.000Z', 'Z'),
    program_id: club.program.id,
  });
  expect(Math.abs(Number(wrong!.actual) - Number(wrong!.expected))).toBe(1);
});
