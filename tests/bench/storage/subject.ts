/** One of the services that are compared: that of a checkout, with its own Postgres, and what is read from that Postgres. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureDatabase, withConnection } from '../../../prisma/connect';
import { call, startService, type Answering, type Service } from '../ratios/service';
import { makeClub, type Club } from '../ratios/stage';
import type { Checkout } from './checkout';
import { startCountingReceiver, type CountingReceiver } from './receiver';
import { logBytes, logPosition } from './writing';

/** A database of the same server that the service does not use. */
const OWN_DATABASE = 'measuring';
const POLL_MS = 100;
/** Nothing but looking for work has been done for this long. */
const QUIET_MS = 1_500;
/** What that and the server's own upkeep may write to the log meanwhile. */
const QUIET_BYTES = 16_384;

export interface Subject extends AsyncDisposable {
  readonly checkout: Checkout;
  readonly service: Service;
  /** Connected to the database of the service. */
  readonly client: Client;
  readonly receiver: CountingReceiver;
  /** URL of the database beside it. */
  readonly besideUrl: string;
  /** Its credits are announced to the receiver. */
  readonly announced: Club;
  /** It has no webhook endpoint. */
  readonly silent: Club;
}

/** Starts a service and founds its organizations. */
export async function startSubject(checkout: Checkout): Promise<Subject> {
  const service = await startService(undefined, checkout.folder);
  const receiver = await startCountingReceiver();
  await prepareServer(service.databaseUrl);
  const beside = new URL(service.databaseUrl);
  beside.pathname = `/${OWN_DATABASE}`;
  const client = new Client(service.databaseUrl);
  await client.connect();
  const announced = await makeClub(service, { receiver: receiver.url });
  const silent = await makeClub(service);
  await quiet(client);
  return {
    checkout,
    service,
    client,
    receiver,
    besideUrl: beside.href,
    announced,
    silent,
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await service.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/**
 * No checkpoint comes in between: the full images of pages that follow one would count for whichever turn it falls into, and the
 * log would be gone before it is read.
 */
async function prepareServer(url: string): Promise<void> {
  await ensureDatabase(url, OWN_DATABASE);
  await withConnection(url, async (client) => {
    await client.query(`ALTER SYSTEM SET checkpoint_timeout = '1h'`);
    await client.query(`ALTER SYSTEM SET max_wal_size = '64GB'`);
    await client.query('SELECT pg_reload_conf()');
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect SCHEMA pg_catalog');
  });
}

/**
 * Resolves when the database is as good as idle: events processed, webhooks recorded, entries sealed, requests logged.
 * @returns when it last was not, as performance.now() tells.
 */
export async function quiet(client: Client): Promise<number> {
  let since = performance.now();
  let position = await logPosition(client);
  while (performance.now() - since < QUIET_MS) {
    await delay(POLL_MS);
    const next = await logPosition(client);
    if ((await logBytes(client, position, next)) <= QUIET_BYTES) continue;
    since = performance.now();
    position = next;
  }
  return since;
}

/** @throws Error when an event of the club waits: what was measured was then not all of it. */
export async function assertProcessed({ origin }: Pick<Answering, 'origin'>, club: Club): Promise<void> {
  if (await isPending(origin, club)) throw new Error('Events are still waiting although the database is idle.');
}

interface Page {
  readonly data: readonly { readonly id: string }[];
}

export const isPending = async (origin: string, { key }: Club): Promise<boolean> =>
  (await call<Page>(origin, key, '/v1/events?status=PENDING&limit=1')).data.length > 0;
