/** Provides the connections of the process: a pool shared by Prisma and the hand-written statements of the hot paths, and a small one for lookups. */
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, types, type ClientBase, type ClientConfig } from 'pg';
import { databaseUrl, env } from '@/env';
import { dropSingleton, singleton } from '@/server/platform/singleton';
import { batchingSocket } from './batching-socket';
import { PrismaClient } from './generated/client';

/** Sequences and counts stay far below 2^53; amounts are `numeric` and stay text. */
const INT8_OID = 20;
types.setTypeParser(INT8_OID, Number);

/**
 * Every table holds many organizations, so that an index is always the way to the rows of one. A plan that was made while a table was
 * empty, as queues often are, would otherwise read all of it when it is long.
 */
const PLANNING = '-c enable_seqscan=off -c jit=off';

/**
 * For lookups of a few rows by their keys: each statement is planned once for whatever values it is given, as that takes longer than reading the rows.
 * What is found by `whereLastOfKey` keeps to the index of its key in such a plan, too, made while a table is small: by any other index it would have to
 * be sorted.
 */
const LOOKING_UP = `${PLANNING} -c plan_cache_mode=force_generic_plan -c enable_sort=off`;

/** One in so many connections of the process is for lookups, which are short. */
const SHARE_OF_LOOKUPS = 5;

export const connectionOptions = (options = PLANNING): ClientConfig => ({
  connectionString: databaseUrl(),
  keepAlive: true,
  options,
  stream: batchingSocket,
});

export const pool = (): Pool => singleton('pool', () => newPool(env().DATABASE_POOL_SIZE - lookupConnections()));

/** Connections on which nothing is changed and nobody waits for a lock. */
export const lookupPool = (): Pool => singleton('lookup-pool', () => newPool(lookupConnections(), LOOKING_UP));

const lookupConnections = (): number => Math.ceil(env().DATABASE_POOL_SIZE / SHARE_OF_LOOKUPS);

function newPool(max: number, options?: string): Pool {
  const created = new Pool({
    ...connectionOptions(options),
    max,
    pipeline: true,
    verify: (client, done) => void learnWhetherSpread(client).then(() => done(), done),
  });
  // A connection that the server ends is replaced: an idle one on its next use, one in a transaction when its next statement fails.
  // Without the listeners either case would end the process.
  created.on('error', () => undefined);
  created.on('connect', (client) => client.on('error', () => undefined));
  return created;
}

/** Whether the tables are spread over nodes by organization. Known once the process has had a connection. */
export const isSpread = (): boolean => spread().known === true;

const spread = () => singleton('spread-database', (): { known?: boolean } => ({}));

async function learnWhetherSpread(client: ClientBase): Promise<void> {
  spread().known ??= (await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)).rowCount === 1;
  // The node of a statement follows from its values, which a plan for any values does not know; there, too, it must be known who acts.
  if (isSpread())
    await client.query(`SET plan_cache_mode = force_custom_plan; SET enable_sort = on; SET citus.propagate_set_commands = 'local'`);
}

/** Resolves when `isSpread` answers for the database. */
export async function knowDatabase(): Promise<void> {
  if (spread().known === undefined) (await pool().connect()).release();
}

export function prisma(): PrismaClient {
  return singleton('prisma', () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/** Closes every connection; the next use opens a new pool. */
export async function closeDatabase(): Promise<void> {
  const closing = [pool(), lookupPool()];
  await prisma().$disconnect();
  dropSingleton('prisma');
  dropSingleton('pool');
  dropSingleton('lookup-pool');
  dropSingleton('spread-database');
  await Promise.all(closing.map((one) => one.end()));
}
