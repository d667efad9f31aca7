/** What distance to Postgres costs: events processed with a delay on the wire, against those without, by the same service. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rm } from 'node:fs/promises';
import { startPostgres } from '@/cli/postgres';
import { temporaryFolder } from '@tests/support/temporary-folder';
import { withConnection } from '../../../prisma/connect';
import { load } from '../ratios/load';
import { batches } from '../ratios/processing';
import { call, startServiceOn, type Answering } from '../ratios/service';
import { makeClub, type Club } from '../ratios/stage';
import type { Measure } from './measure';
import { isPending, quiet } from './subject';
import { openWire } from './wire';

const WARM_UP_EVENTS = 2_000;
const ONE_WAY_MS = 1;
const POLL_MS = 25;

export const distance: Measure = {
  name: 'wire',
  figures: [
    {
      name: 'wire near',
      what: 'events processed a second through the same wire without a delay',
      unit: 'a second',
      goal: null,
      better: 'higher',
    },
    { name: 'wire far', what: 'events processed a second, Postgres 2 ms away', unit: 'a second', goal: null, better: 'higher' },
    { name: 'wire ratio', what: 'the delayed against the undelayed', unit: 'times', goal: 0.7, better: 'higher' },
  ],
  prepare: async ({ checkout }, { events }) => {
    await using stack = new AsyncDisposableStack();
    const folder = await temporaryFolder('bench');
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    const postgres = await startPostgres(join(folder, 'postgres'));
    stack.defer(() => postgres.stop());
    const { hostname: host, port } = new URL(postgres.url);
    const wire = stack.use(await openWire({ host, port: Number(port) }));
    const service = await startServiceOn(through(wire.port, postgres.url), checkout.folder);
    stack.defer(() => service.stop());
    const club = await makeClub(service);
    const rateAt = async (delayMs: number, count: number): Promise<number> => {
      wire.delayMs = delayMs;
      const rate = await processedRate(service, club, count);
      wire.delayMs = 0;
      await withConnection(postgres.url, quiet);
      return rate;
    };
    await rateAt(0, WARM_UP_EVENTS);
    const held = stack.move();
    return {
      turn: async () => {
        const [near, far] = [await rateAt(0, events / 2), await rateAt(ONE_WAY_MS, events / 2)];
        return { values: { 'wire near': near, 'wire far': far, 'wire ratio': far / near } };
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    };
  },
};

/** The address of the same database at another port. */
export function through(port: number, url: string): string {
  const address = new URL(url);
  address.port = String(port);
  return address.href;
}

/** Events per second, from before the first is sent until all are processed: first the one sent last, then any other. */
async function processedRate(service: Answering, club: Club, events: number): Promise<number> {
  let begun = 0;
  await load(batches({ service, scale: { events } }, club), () => void (begun = performance.now()));
  const { id } = await call<{ id: string }>(service.origin, club.key, '/v1/events', {
    program_id: club.programId,
    external_id: 'member-0',
    idempotency_key: crypto.randomUUID(),
    event_data: { type: 'purchase', amount: 24.5 },
  });
  while (await isWaiting(service, club, id)) await delay(POLL_MS);
  while (await isPending(service.origin, club)) await delay(POLL_MS);
  return (events * 1_000) / (performance.now() - begun);
}

async function isWaiting({ origin }: Answering, { key }: Club, id: string): Promise<boolean> {
  const { status } = await call<{ status: string }>(origin, key, `/v1/events/${id}`);
  return status === 'PENDING' || status === 'PROCESSING';
}
