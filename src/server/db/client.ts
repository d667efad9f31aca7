/** Provides the single connection pool of the process, shared by Prisma and the hand-written statements of the hot paths. */
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, types, type ClientBase } from 'pg';
import { databaseUrl, env } from '@/env';
import { dropSingleton, singleton } from '@/server/singleton';
import { PrismaClient } from './generated/client';

/** Sequences and counts stay far below 2^53; amounts are `numeric` and stay text. */
const INT8_OID = 20;
types.setTypeParser(INT8_OID, Number);

export function pool(): Pool {
  return singleton('pool', () => {
    const created = new Pool({
      connectionString: databaseUrl(),
      max: env().DATABASE_POOL_SIZE,
      keepAlive: true,
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
