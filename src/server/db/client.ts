/** Provides the single connection pool of the process, shared by Prisma and the hand-written statements of the hot paths. */
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

export const connectionOptions = (): ClientConfig => ({
  connectionString: databaseUrl(),
  keepAlive: true,
  options: PLANNING,
  stream: batchingSocket,
});

export function pool(): Pool {
  return singleton('pool', () => {
    const created = new Pool({
      ...connectionOptions(),
      max: env().DATABASE_POOL_SIZE,
      pipeline: true,
      verify: (client, done) => void learnWhetherSpread(client).then(() => done(), done),
    });
    // A connection that the server ends is replaced: an idle one on its next use, one in a transaction when its next statement fails.
    // Without the listeners either case would end the process.
    created.on('error', () => undefined);
    created.on('connect', (client) => client.on('error', () => undefined));
    return created;
  });
}

/** Whether the tables are spread over nodes by organization. Known once the process has had a connection. */
export const isSpread = (): boolean => spread().known === true;

const spread = () => singleton('spread-database', (): { known?: boolean } => ({}));

async function learnWhetherSpread(client: ClientBase): Promise<void> {
  spread().known ??= (await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)).rowCount === 1;
  // The node of a statement follows from its values, which a plan for any values does not know; there, too, it must be known who acts.
  if (isSpread()) await client.query(`SET plan_cache_mode = force_custom_plan; SET citus.propagate_set_commands = 'local'`);
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
  const closing = pool();
  await prisma().$disconnect();
  dropSingleton('prisma');
  dropSingleton('pool');
  dropSingleton('spread-database');
  await closing.end();
}
