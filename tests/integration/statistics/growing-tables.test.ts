/** What an event costs does not grow with what an organization has, even while no statistics tell Postgres how much that is. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProgramCalendar } from '@/contract/calendar';
import { databaseUrl } from '@/env';
import type { Ctx } from '@/server/platform/context';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { ingestEvents } from '@/server/services/events/ingest-events';
import { sealEntries } from '@/server/services/ledger/seal-entries';
import { backtest } from '@tests/support/backtests';
import { crowd } from '@tests/support/crowd';
import { clockJob } from '@tests/support/clock-jobs';
import { performDue, processDueEvents } from '@tests/support/jobs';
import { useOwnDatabase } from '@tests/support/own-database';
import { programWithAsset, type TestProgram } from '@tests/support/programs';
import { rowsRead } from '@tests/support/rows-read';
import { LEVELS } from '@tests/support/tiers';
import { withConnection } from '../../../prisma/connect';

await useOwnDatabase();

const BATCH = 100;
const PEOPLE = 4_000;
/** Of one table, for one event. */
const MOST_ROWS = 10;
/** Of one table, for a calendar of few things. */
const MOST_OF_CALENDAR = 50;
/** Of one table, for notices to two people. */
const MOST_OF_LOOK = 100;

/** From here on every statement keeps the plan of its first use, made of empty tables, and no statistics make it think again. */
async function keepFirstPlans(): Promise<void> {
  await statement(`DO $$
    DECLARE kept regclass;
    BEGIN
      FOR kept IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
        EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = false)', kept);
      END LOOP;
      EXECUTE format('ALTER DATABASE %I SET plan_cache_mode = force_generic_plan', current_database());
    END $$`);
  await closeDatabase();
}

async function batches({ id, program }: TestProgram, count: number): Promise<void> {
  const ctx: Ctx = {
    organization: { id, mode: 'LIVE', clockOffsetMs: 0 },
    actor: { kind: 'SYSTEM' },
    clock: { now: () => new Date() },
    requestId: 'req_growth',
    idempotencyKey: null,
  };
  for (let batch = 0; batch < count; batch++) {
    const events = Array.from({ length: BATCH }, (_, n) => ({
      program_id: program.id,
      external_id: `person-${1 + ((batch * BATCH + n) % PEOPLE)}`,
      idempotency_key: randomUUID(),
      event_data: { type: 'purchase' },
    }));
    await ingestEvents(ctx, events);
    await processDueEvents(id);
    await sealEntries({ clock: ctx.clock, limit: BATCH, signal: new AbortController().signal });
  }
}

/** How often an index of a partitioned table has been searched, in all of its partitions. */
async function searchesOf(index: string): Promise<number> {
  const { rows } = await withConnection(databaseUrl(), (client) =>
    client.query<{ searches: string }>(
      `SELECT sum(s.idx_scan) AS searches FROM pg_inherits i JOIN pg_stat_user_indexes s ON s.indexrelid = i.inhrelid WHERE i.inhparent = $1::regclass`,
      [index],
    ),
  );
  return Number(rows[0]?.searches);
}

async function rowsReadBy(work: () => Promise<void>): Promise<ReadonlyMap<string, number>> {
  const before = await rowsRead();
  await work();
  const after = await rowsRead();
  return new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? 0)]));
}

test('an event reads few rows of any table, however many the organization has', async () => {
  await keepFirstPlans();
  const club = await programWithAsset();
  await crowd(club, PEOPLE);
  await club.addRule({ actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1' }] });
  await club.api.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/hook', enabled_events: ['event.completed'] });
  for (let events = 0; events < 4_000; events += 8 * BATCH) {
    const read = await rowsReadBy(() => batches(club, 8));
    expect(read.get('journal_entries')).toBeGreaterThanOrEqual(8 * BATCH);
    // What has left a queue is still walked past until the queue is vacuumed.
    const many = [...read].filter(([name, rows]) => !name.endsWith('_queue') && rows > MOST_ROWS * 8 * BATCH);
    expect(many.map(([name, rows]) => `${name}: ${rows} rows for ${8 * BATCH} events, after ${events}`)).toEqual([]);
  }
});

test('a backtest reads each event of its window a few times, and never compares all of them with one another', async () => {
  await keepFirstPlans();
  const club = await programWithAsset();
  await crowd(club, PEOPLE);
  await club.addRule({ actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1' }] });
  const from = new Date().toISOString();
  const tried = async () => (await backtest(club.api, club.program.id, { from, to: new Date().toISOString() })).result?.events.total;
  await batches(club, 1);
  expect(await tried()).toBe(BATCH);
  await batches(club, 39);
  const read = await rowsReadBy(async () => expect(await tried()).toBe(40 * BATCH));
  expect(read.get('events')).toBeGreaterThanOrEqual(40 * BATCH);
  const many = [...read].filter(([, rows]) => rows > MOST_ROWS * 40 * BATCH);
  expect(many.map(([name, rows]) => `${name}: ${rows} rows for ${40 * BATCH} events`)).toEqual([]);
  // Else the few that waited long are looked for among all.
  expect(await searchesOf('event_outcomes_late_idx')).toBeGreaterThan(0);
});

test('a calendar reads what has a time in its window, and nothing of all else that the program has', async () => {
  await keepFirstPlans();
  const club = await programWithAsset({ inventory_mode: 'LOT' });
  await crowd(club, PEOPLE);
  const rule = (type: string, expires_in: string) =>
    club.addRule({
      condition: `event.type == "${type}"`,
      actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1', expires_in }],
    });
  await club.api.post(`/programs/${club.program.id}/tiers`, { key: 'status', name: 'Status', levels: LEVELS });
  await rule('purchase', '800d');
  await rule('flyer', '1d');
  for (const external_id of ['ada', 'bob']) await club.sendAndProcess({ external_id, event_data: { type: 'flyer' } });
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const calendar = async () => {
    const { status, body } = await club.api.get<ProgramCalendar>(`/programs/${club.program.id}/calendar?from=${at(-10)}&to=${at(20)}`);
    expect([status, body.items.map(({ kind }) => kind)]).toEqual([200, ['EXPIRY']]);
  };
  await calendar();
  await batches(club, 20);
  await statement(
    `INSERT INTO state_tiers (organization_id, subject_type, subject_id, program_id, tier, level, rank, since, expires_at, updated_at)
     SELECT $1, 'PARTICIPANT', id, $2, 'status', 'gold', 2, now(), now() + interval '800 days', now() FROM participants
     WHERE organization_id = $1`,
    [club.id, club.program.id],
  );
  const read = await rowsReadBy(calendar);
  expect(read.get('lots')).toBeGreaterThanOrEqual(2);
  // What has left a queue is still walked past until the queue is vacuumed.
  const many = [...read].filter(([name, rows]) => !name.endsWith('_queue') && rows > MOST_OF_CALENDAR);
  expect(many.map(([name, rows]) => `${name}: ${rows} rows`)).toEqual([]);
});

test('a day’s look for value that is about to expire reads that value, and nothing of all else that people have', async () => {
  await keepFirstPlans();
  const club = await programWithAsset({ inventory_mode: 'LOT' });
  await crowd(club, PEOPLE);
  await club.addRule({
    condition: 'event.type == "purchase"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1', expires_in: '800d' }],
  });
  await club.addRule({
    condition: 'event.type == "flyer"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1', expires_in: '3d' }],
  });
  for (const external_id of ['ada', 'bob']) await club.sendAndProcess({ external_id, event_data: { type: 'flyer' } });
  const tell = async (key: string): Promise<number> => {
    const setting = { program_id: club.program.id, key, name: key, terms: { kind: 'VALUE_EXPIRES', days_before: 7 } };
    expect((await club.api.post('/notice-settings', setting)).status).toBe(201);
    await performDue(club.id, clockJob('send-notices'));
    const { body } = await club.api.get<{ data: unknown[] }>('/notices?kind=VALUE_EXPIRES');
    return body.data.length;
  };
  expect(await tell('first')).toBe(2);
  await batches(club, 20);
  const read = await rowsReadBy(async () => expect(await tell('second')).toBe(4));
  expect(read.get('lots')).toBeGreaterThanOrEqual(2);
  const many = [...read].filter(([name, rows]) => !name.endsWith('_queue') && rows > MOST_OF_LOOK);
  expect(many.map(([name, rows]) => `${name}: ${rows} rows`)).toEqual([]);
});
