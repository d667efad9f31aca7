/** Counts of events, new and active participants are the same whether a day or hour is rolled up or read row by row. */
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { countedActivity } from '@/server/db/repositories/reports/activity-days';
import type { Counted } from '@/server/db/repositories/reports/day-windows';
import { countActive, countBySpan } from '@/server/db/repositories/reports/overview';
import { statement } from '@/server/db/transaction';
import { BEGINNING, busyProgram, countDaysAt as runAt, countHoursAt, DAY_MS, DAYS, TODAY } from '@tests/support/busy-program';
import { useOwnDatabase } from '@tests/support/own-database';
import { EVENT_RECORDS } from '@tests/support/event-records';

await useOwnDatabase();

const MINUTE_MS = 60_000;

const totalsOf = (organizationId: string) =>
  Promise.all(
    ['activity_days', 'activity_returns'].map((table) =>
      statement(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE organization_id = $1 ORDER BY to_jsonb(t)::text`, [organizationId]),
    ),
  );

interface Window {
  from: Date;
  to: Date;
}

/** All figures of the windows, using the roll-ups so far. */
async function figures(organizationId: string, programId: string | null, windows: readonly Window[], counted: Counted) {
  const scope = { organizationId, programId, counted };
  return Promise.all(
    windows.map(async (window) => {
      const spans = await countBySpan(scope, { ...window, spanMs: DAY_MS, hourly: false });
      return { spans: spans.sort((a, b) => a.span - b.span), active: await countActive(scope, { ...window, hourly: false }) };
    }),
  );
}

function someWindows(): Window[] {
  const midnight = () => BEGINNING + randomInt(DAYS) * DAY_MS;
  return Array.from({ length: 8 }, () => {
    const from = midnight();
    return { from: new Date(from), to: new Date(from + randomInt(1, DAYS * DAY_MS)) };
  });
}

test('figures are the same before any day is counted, between, and once all are', async () => {
  const { id, program, other } = await busyProgram();
  const windows = someWindows();
  const truth = (programId: string | null) => figures(id, programId, windows, { days: null, hours: null });
  const scopes = [null, program.id, other.id];
  const expected = await Promise.all(scopes.map(truth));
  for (const [index, { from, to }] of windows.entries()) {
    const [plain] = await statement<{ active: number; events: number }>(
      `SELECT count(DISTINCT participant_id)::int AS active, count(*)::int AS events FROM ${EVENT_RECORDS} e
       WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3`,
      [id, from, to],
    );
    const { active, spans } = expected[0]![index]!;
    expect({ active, events: spans.reduce((sum, span) => sum + span.events, 0) }).toEqual(plain);
  }
  await statement(`UPDATE activity_progress SET due_at = '-infinity' WHERE organization_id = $1`, [id]);
  await runAt(BEGINNING + 9.5 * DAY_MS);
  expect((await countedActivity(id)).days).toBeNull();
  for (const now of [BEGINNING + 9.5 * DAY_MS, TODAY + MINUTE_MS, TODAY + DAY_MS / 2]) {
    await runAt(now + 11 * MINUTE_MS);
    const counted = await countedActivity(id);
    expect(counted.days).not.toBeNull();
    expect(await Promise.all(scopes.map((scope) => figures(id, scope, windows, counted)))).toEqual(expected);
  }
  expect((await countedActivity(id)).days?.getTime()).toBe(TODAY);
});

test('a day is counted once, whoever counts and however often', async () => {
  const { id } = await busyProgram();
  await statement(`UPDATE activity_progress SET due_at = '-infinity' WHERE organization_id = $1`, [id]);
  await runAt(TODAY + MINUTE_MS);
  await Promise.all([1, 2, 3].map(() => runAt(TODAY + 12 * MINUTE_MS)));
  const counted = await totalsOf(id);
  const [sum] = await statement<{ events: number }>(
    'SELECT sum(events)::int AS events FROM activity_days WHERE organization_id = $1 AND scope_id = $1',
    [id],
  );
  expect(sum?.events).toBe(600);
  await runAt(TODAY + DAY_MS + MINUTE_MS);
  await runAt(TODAY + DAY_MS + 12 * MINUTE_MS);
  expect(await totalsOf(id)).toEqual(counted);
});

test('a day that has just ended waits until whoever began on it has committed', async () => {
  const { id } = await busyProgram();
  await statement(`UPDATE activity_progress SET due_at = '-infinity' WHERE organization_id = $1`, [id]);
  await runAt(TODAY + MINUTE_MS);
  await runAt(TODAY + 5 * MINUTE_MS);
  expect((await countedActivity(id)).days).toBeNull();
  await runAt(TODAY + 12 * MINUTE_MS);
  expect((await countedActivity(id)).days?.getTime()).toBe(TODAY);
});

test('windows that begin and end at odd minutes are the same by hours as by events', async () => {
  const { id, program } = await busyProgram();
  await statement(`UPDATE activity_progress SET due_at = '-infinity' WHERE organization_id = $1`, [id]);
  await statement(`UPDATE hour_progress SET due_at = '-infinity' WHERE organization_id = $1`, [id]);
  const until = BEGINNING + 6.3 * DAY_MS;
  for (const pass of [0, 1]) {
    await runAt(until - DAY_MS + pass * 11 * MINUTE_MS);
    await countHoursAt(until + pass * 11 * MINUTE_MS);
  }
  const counted = await countedActivity(id);
  expect(counted).toMatchObject({ days: new Date(BEGINNING + 5 * DAY_MS), hours: { until: new Date(BEGINNING + (6 + 7 / 24) * DAY_MS) } });
  for (let number = 0; number < 12; number++) {
    const unit = number % 3 === 0 ? DAY_MS : number % 3 === 1 ? 60 * MINUTE_MS : 1;
    const from = BEGINNING + Math.floor(randomInt(6 * DAY_MS) / unit) * unit;
    const window = { from: new Date(from), to: new Date(from + randomInt(1, number < 6 ? DAY_MS : 4 * DAY_MS)) };
    for (const programId of [null, program.id]) {
      for (const hourly of [false, true]) {
        const scope = { organizationId: id, programId, counted };
        const spans = await countBySpan(scope, { ...window, spanMs: hourly ? 60 * MINUTE_MS : 7 * DAY_MS, hourly });
        const sum = (column: 'events' | 'joined') => spans.reduce((total, span) => total + span[column], 0);
        const told = { active: await countActive(scope, { ...window, hourly }), events: sum('events'), joined: sum('joined') };
        expect([told], `${window.from.toISOString()} to ${window.to.toISOString()}`).toEqual(await byRows(id, programId, window));
      }
    }
  }
});

const byRows = (organizationId: string, programId: string | null, { from, to }: Window) =>
  statement(
    `SELECT count(DISTINCT participant_id)::int AS active, count(*)::int AS events, (
       SELECT count(*) FROM (SELECT created_at AS at FROM participants WHERE organization_id = $1 AND $2::uuid IS NULL
         UNION ALL SELECT enrolled_at FROM program_participants WHERE program_id = $2) AS people WHERE at >= $3 AND at < $4)::int AS joined
     FROM ${EVENT_RECORDS} e WHERE organization_id = $1 AND ($2::uuid IS NULL OR program_id = $2) AND created_at >= $3 AND created_at < $4`,
    [organizationId, programId, from, to],
  );
