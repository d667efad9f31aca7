/** What an event costs Postgres, from being stored with its webhook delivered, with it waiting, and without one. */
import { setTimeout as delay } from 'node:timers/promises';
import { load } from '../ratios/load';
import { batches } from '../ratios/processing';
import { makeClub, type Club } from '../ratios/stage';
import { trial, type Figure, type Measure, type Trial, type Turn } from './measure';
import { processorSeconds } from './processor';
import { startCountingReceiver } from './receiver';
import { growthBetween, totalBytes, vacuumedSizes } from './sizes';
import { assertProcessed, quiet, type Subject } from './subject';
import { costsOfTables } from './tables';
import { logBytes, logged, logPosition, rowsBetween, rowsWritten, STATISTICS_LAG_MS, type Logged, type Rows } from './writing';

const KB = 1_000;
const DELIVERY_MS = 300_000;
const WARM_UP_EVENTS = 2_000;

type Goals = Readonly<Partial<Record<(typeof COSTS)[number]['name'], number>>>;

const COSTS = [
  { name: 'processor', what: 'processor time of Postgres', unit: 'ms' },
  { name: 'rows', what: 'rows and new versions of rows', unit: '' },
  { name: 'versions', what: 'new versions among them', unit: '' },
  { name: 'hot', what: 'HOT updates among those', unit: '' },
  { name: 'deleted', what: 'deleted rows', unit: '' },
  { name: 'entries', what: 'index entries', unit: '' },
  { name: 'wal', what: 'write-ahead log', unit: 'KB' },
  { name: 'disk', what: 'bytes on disk after VACUUM', unit: 'KB' },
] as const;

const figuresOf = (measure: string, goals: Goals): Figure[] =>
  COSTS.map(({ name, what, unit }) => ({ name: `${measure} ${name}`, what, unit, goal: goals[name] ?? null, better: 'lower' }));

const GOALS: Goals = { processor: 0.14, rows: 8, entries: 16, wal: 4 };

/** Its webhook is delivered. */
export const announcedEvents: Measure = {
  name: 'webhook',
  figures: figuresOf('webhook', { ...GOALS, disk: 3.5 }),
  prepare: (subject, { events }) => prepared(subject, subject.announced, 'webhook', events),
};

/** Its webhook is written and waits, as in (a) of the ratios: what it costs to store and process an event, without the delivery. */
export const waitingEvents: Measure = {
  name: 'waiting',
  figures: figuresOf('waiting', GOALS),
  prepare: async (subject, { events }) => {
    const receiver = await startCountingReceiver(429, { 'retry-after': '3600' });
    const { turn } = await prepared(subject, await makeClub(subject.service, { receiver: receiver.url }), 'waiting', events);
    return { turn, [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose]() };
  },
};

/** It has no webhook. */
export const silentEvents: Measure = {
  name: 'silent',
  figures: figuresOf('silent', { disk: 1.8 }),
  prepare: (subject, { events }) => prepared(subject, subject.silent, 'silent', events),
};

async function prepared(subject: Subject, club: Club, name: string, events: number): Promise<Trial> {
  await send(subject, club, Math.min(events, WARM_UP_EVENTS));
  return trial(() => turn(subject, club, name, events));
}

/** Sends events and waits until nothing is left to do for them. @returns when the last of it was done. */
async function send({ service, receiver, client, announced }: Subject, club: Club, events: number): Promise<number> {
  const before = receiver.received;
  await load(batches({ service, scale: { events } }, club));
  if (club === announced) await receiver.waitFor(before + events, DELIVERY_MS);
  const since = await quiet(client);
  await assertProcessed(service, club);
  return since;
}

async function turn(subject: Subject, club: Club, name: string, events: number): Promise<Turn> {
  const { client, service } = subject;
  const before = { sizes: await vacuumedSizes(client), rows: await rowsWritten(client), lsn: await logPosition(client) };
  const begun = processorSeconds(service.postgresPid);
  const since = await send(subject, club, events);
  const seconds = processorSeconds(service.postgresPid) - begun;
  const lsn = await logPosition(client);
  const growth = growthBetween(before.sizes, await vacuumedSizes(client));
  const written = await logged(client, before.lsn, lsn);
  await delay(Math.max(0, since + STATISTICS_LAG_MS - performance.now()));
  const rows = rowsBetween(before.rows, await rowsWritten(client));
  const { inserted, updated, hot, deleted } = totalRows(rows);
  const costs: Record<(typeof COSTS)[number]['name'], number> = {
    processor: seconds * 1_000,
    rows: inserted + updated,
    versions: updated,
    hot,
    deleted,
    entries: totalEntries(written),
    wal: (await logBytes(client, before.lsn, lsn)) / KB,
    disk: totalBytes(growth) / KB,
  };
  const values = Object.fromEntries(Object.entries(costs).map(([cost, total]) => [`${name} ${cost}`, total / events]));
  return { values, tables: costsOfTables({ rows, logged: written, growth }, events) };
}

const totalRows = (rows: ReadonlyMap<string, Rows>): Rows => {
  const sumOf = (count: keyof Rows): number => [...rows.values()].reduce((sum, table) => sum + table[count], 0);
  return { inserted: sumOf('inserted'), updated: sumOf('updated'), hot: sumOf('hot'), deleted: sumOf('deleted') };
};

const totalEntries = (written: ReadonlyMap<string, Logged>): number =>
  [...written.values()].reduce((sum, { index_entries }) => sum + index_entries, 0);
