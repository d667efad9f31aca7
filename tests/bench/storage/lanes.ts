/** What lanes gain at a distance: a backlog of one program with one wallet and one budget, processed in eight lanes and in one. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { startPostgres } from '@/cli/postgres';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { load } from '../ratios/load';
import { batches } from '../ratios/processing';
import { startServiceOn } from '../ratios/service';
import { makeClub } from '../ratios/stage';
import { through } from './distance';
import type { Measure } from './measure';
import { quiet } from './subject';
import { openWire, type Wire } from './wire';

const LANES = 8;
const ONE_WAY_MS = 2.5;
const POLL_MS = 10;

export const lanes: Measure = {
  name: 'lanes',
  figures: [
    {
      name: 'lanes one',
      what: 'events processed a second in one lane, Postgres 5 ms away',
      unit: 'a second',
      goal: null,
      better: 'higher',
    },
    { name: 'lanes eight', what: 'the same in eight lanes', unit: 'a second', goal: null, better: 'higher' },
    { name: 'lanes ratio', what: 'eight lanes against one', unit: 'times', goal: 6, better: 'higher' },
  ],
  prepare: async ({ checkout }, { events }) => ({
    turn: async () => {
      const one = await backlogRate(checkout.folder, 1, events / 2);
      const eight = await backlogRate(checkout.folder, LANES, events / 2);
      return { values: { 'lanes one': one, 'lanes eight': eight, 'lanes ratio': eight / one } };
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
};

/** Events per second of a service with so many lanes, on a database of its own, from the release of the backlog until nothing waits. */
async function backlogRate(folder: string | undefined, laneCount: number, events: number): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const data = await temporaryFolder('bench');
  stack.defer(() => rm(data, { recursive: true, force: true }));
  const postgres = await startPostgres(join(data, 'postgres'));
  stack.defer(() => postgres.stop());
  const client = new Client(postgres.url);
  await client.connect();
  stack.defer(() => client.end());
  const { hostname: host, port } = new URL(postgres.url);
  const wire = stack.use(await openWire({ host, port: Number(port) }));
  const settings = { EVENT_LANES: String(laneCount), DATABASE_POOL_SIZE: String(4 * LANES) };
  const service = await startServiceOn(through(wire.port, postgres.url), folder, settings);
  stack.defer(() => service.stop());
  const club = await makeClub(service, { issuance: 'PREFUNDED', budget: '1000000000' });
  // The lock with which a worker holds the whole program.
  const holding = (verb: 'lock' | 'unlock') =>
    client.query(`SELECT pg_advisory_${verb}(hashtextextended('events/' || $1::text, 0))`, [club.programId]);
  const rates: number[] = [];
  // The first backlog warms up.
  for (const count of [events / 4, events]) {
    await quiet(client);
    await holding('lock');
    await load(batches({ service, scale: { events: count } }, club));
    rates.push(await releasedRate(client, wire, () => holding('unlock')));
  }
  return rates.at(-1)!;
}

async function releasedRate(client: Client, wire: Wire, release: () => Promise<unknown>): Promise<number> {
  const waiting = async () => (await client.query<{ n: number }>('SELECT count(*)::int AS n FROM event_queue')).rows[0]!.n;
  const all = await waiting();
  wire.delayMs = ONE_WAY_MS;
  await release();
  // The first batches are found by a sweep, at no fixed time.
  let left = all;
  while (left === all) [left] = [await waiting(), await delay(POLL_MS)];
  const [begun, first] = [performance.now(), left];
  while (left > 0) [left] = [await waiting(), await delay(POLL_MS)];
  wire.delayMs = 0;
  return (first * 1_000) / (performance.now() - begun);
}
