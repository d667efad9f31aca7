/** Reports over whole days against the rows themselves, digit for digit: before anything is sealed or counted, when half of it is, and when all is. */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { NOTHING } from '@/domain/decision';
import type { Account } from '@/domain/ledger/accounts';
import { balanced, type Cause, type JournalEntry, type Posting } from '@/domain/ledger/entry';
import { amountOf } from '@/domain/money';
import { presentRulePerformance } from '@/server/api/present/report';
import { commitDecision } from '@/server/db/commit';
import { countAudience } from '@/server/db/repositories/automation-audience';
import { countedUntil, rulesCountedUntil } from '@/server/db/repositories/activity-days';
import { countActivity } from '@/server/db/repositories/program-activity';
import type { ReportWindow } from '@/server/db/repositories/reports';
import { sumByRule } from '@/server/db/repositories/rule-performance';
import { statement, withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import { sealOrganization } from '@/server/services/ledger/seal-entries';
import { BEGINNING, busyProgram, countDaysAt, DAY_MS, DAYS, TODAY } from '@tests/support/busy-program';
import { useOwnDatabase } from '@tests/support/own-database';
import { REAL_TIME } from '@tests/support/proof';

await useOwnDatabase();

/** More than passes before a day that is over is counted. */
const SETTLED_MS = 11 * 60_000;
const ENTRIES = 200;
const SUSPENDED = 3;
const GRANULARITIES = ['DAY', 'WEEK', 'MONTH'] as const;

interface Club extends Awaited<ReturnType<typeof busyProgram>> {
  readonly ruleIds: readonly string[];
}

/** Everybody has enough never to be overdrawn, and some are suspended. */
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
  withTransaction((tx) => commitDecision(tx, { organizationId: id, now }, { ...NOTHING, entries }));

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

/** Entries at any time of any day, most of them in the first half; some events come back on other days, by the same rule or another. */
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

/** From the rows alone, without totals, seals or any function of the database. */
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
       FROM events WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1, 2
       UNION ALL SELECT program_id, date_trunc($4, enrolled_at, 'UTC'), 0, 0, 0, count(*), 0 FROM program_participants
       WHERE organization_id = $1 AND enrolled_at >= $2 AND enrolled_at < $3 GROUP BY 1, 2
       UNION ALL SELECT program_id, date_trunc($4, created_at, 'UTC'), 0, 0, 0, 0, count(*) FROM journal_entries
       WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1, 2
     ) AS parts GROUP BY 1, 2 ORDER BY 2, 1`,
    [id, from, to, granularity.toLowerCase()],
  );

function someWindows(): ReportWindow[] {
  const at = (unit: number) => BEGINNING + Math.floor(randomInt(DAYS * DAY_MS) / unit) * unit;
  return [1, 1, 1, DAY_MS, DAY_MS].map((unit) => {
    const [from, to] = [at(unit), at(unit)].sort((a, b) => a - b) as [number, number];
    return { from: new Date(from), to: new Date(to + 1) };
  });
}

async function expectReportsToAgree(club: Club, stage: string): Promise<void> {
  const scope = { organizationId: club.id, programId: null, assetId: null };
  const [activity, rules] = [await countedUntil(club.id), await rulesCountedUntil(club.id)];
  for (const window of [...someWindows(), { from: new Date(BEGINNING - DAY_MS), to: new Date(TODAY + DAY_MS) }]) {
    const where = `${stage}: ${window.from.toISOString()} to ${window.to.toISOString()}`;
    const told = (await sumByRule(scope, window, rules)).map(presentRulePerformance);
    const moved = told.map(({ rule_name: _, program_id: __, ...row }) => row).sort((a, b) => (a.rule_id < b.rule_id ? -1 : 1));
    expect(moved, where).toEqual(await rulesByRows(club, window));
    for (const granularity of GRANULARITIES) {
      const periods = await countActivity(scope, window, granularity, activity);
      expect(periods, `${granularity} ${where}`).toEqual(await activityByRows(club, window, granularity));
    }
  }
  expect(await countAudience({ organizationId: club.id, programId: club.program.id }), stage).toBe(club.people.length - SUSPENDED);
}

test('reports are the same before anything is sealed or counted, in between, and once everything is', async () => {
  const club = await clubWithRules();
  await postAtRandom(club, ENTRIES);
  await expectReportsToAgree(club, 'nothing sealed, nothing counted');
  await sealOrganization(club.id, REAL_TIME);
  await statement(`UPDATE activity_progress SET due_at = '-infinity' WHERE organization_id = $1`, [club.id]);
  await countDaysAt(BEGINNING + 9.5 * DAY_MS);
  await countDaysAt(BEGINNING + 9.5 * DAY_MS + SETTLED_MS);
  await postLater(club);
  await expectReportsToAgree(club, 'half of it sealed and counted');
  for (let pass = 0; pass < 3; pass++) await countDaysAt(TODAY + (pass + 1) * SETTLED_MS);
  expect([await countedUntil(club.id), await rulesCountedUntil(club.id)]).toEqual([new Date(TODAY), new Date(TODAY)]);
  await expectReportsToAgree(club, 'all counted, not all sealed');
  await sealOrganization(club.id, REAL_TIME);
  await expectReportsToAgree(club, 'all sealed and counted');
});

/** More entries, on days that are not counted yet. */
async function postLater(club: Club): Promise<void> {
  for (let number = 0; number < 40; number++) {
    const cause = { ruleId: one(club.ruleIds.slice(0, 2)), eventId: newId(), ruleVersion: 1 };
    const at = new Date(TODAY - 1 - randomInt(10 * DAY_MS));
    await commit(club, [entryOf(club, cause, one(club.people), 'CREDIT', '0.5')], at);
  }
}
