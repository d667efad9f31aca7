/**
 * Runs a Citus of its own for a test run: a coordinator and two workers from the Postgres of this machine that has the extension, in a
 * temporary folder that is removed afterwards, under an account that is not root's.
 */
import { access, chown, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { childEnvironment } from '../../src/env';
import { freePort } from '../../src/cli/free-port';
import { postgresIdentity, type PostgresIdentity } from '../../src/cli/postgres-identity';
import { endPostmaster, readPostmasterFile, waitUntil } from '../../src/cli/postmaster';
import { ensureDatabase, withConnection } from '../../prisma/connect';
import { temporaryFolder } from './temporary-folder';

/** Where Linux distributions put the servers of each version, and beside each of them its libraries. */
const INSTALLATIONS = [
  ['/usr/lib/postgresql', ''],
  ['/usr', 'pgsql-'],
] as const;
const WORKERS = 2;
const READY_TIMEOUT_MS = 60_000;
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'max_connections=300',
  'shared_preload_libraries=citus',
  // A transaction that wrote on two nodes is committed in two phases.
  'max_prepared_transactions=300',
  'wal_level=logical',
  'max_worker_processes=32',
  // Triggers are what holds the rules of the ledger; they reach rows of their own organization only.
  'citus.enable_unsafe_triggers=on',
  // A few shards show whatever many do.
  'citus.shard_count=4',
  'citus.node_conninfo=sslmode=disable',
  'citus.enable_statistics_collection=off',
];

interface Node {
  readonly pid: number;
  readonly port: number;
}

export interface Citus {
  /** The ports of the coordinator and of the workers. */
  readonly ports: readonly number[];
  /** Kills a node as a failure of its machine would, and starts it again on its port. */
  restart(node: 'coordinator' | 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of the programs of a Postgres that has Citus, the newest of several; null when there is none on this machine. */
export async function citusPrograms(): Promise<string | null> {
  const found: { readonly version: number; readonly folder: string }[] = [];
  for (const [parent, prefix] of INSTALLATIONS) {
    for (const name of await readdir(parent).catch(() => [])) {
      const version = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : NaN;
      const folder = join(parent, name);
      const isThere = version > 0 && (await isReadable(join(folder, 'lib', 'citus.so')));
      if (isThere) found.push({ version, folder: join(folder, 'bin') });
    }
  }
  return found.sort((a, b) => b.version - a.version)[0]?.folder ?? null;
}

/** Starts the nodes. @param settings of every node beyond those that Citus needs, as name=value. */
export async function startCitus(programs: string, settings: readonly string[] = []): Promise<Citus> {
  const folder = await temporaryFolder('citus');
  const identity = await postgresIdentity([programs, dirname(folder)]);
  if (identity.owner) await chown(folder, identity.owner.uid, identity.owner.gid);
  const launch = (cluster: string, port?: number) => startNode({ programs, cluster, identity, settings: [...SETTINGS, ...settings] }, port);
  const clusters = Array.from({ length: WORKERS + 1 }, (_, number) => join(folder, `node-${number}`, 'cluster'));
  const nodes: Node[] = [];
  for (const cluster of clusters) {
    await initialise(programs, cluster, identity);
    nodes.push(await launch(cluster));
  }
  const endAtOnce = (): void => nodes.forEach(({ pid }) => process.kill(pid, 'SIGKILL'));
  process.once('exit', endAtOnce);
  return {
    ports: nodes.map(({ port }) => port),
    restart: async (node) => {
      const number = node === 'coordinator' ? 0 : node + 1;
      const [killed, cluster] = [nodes[number], clusters[number]];
      if (!killed || !cluster) throw new RangeError(`There is no node ${number}.`);
      process.kill(killed.pid, 'SIGQUIT');
      await endPostmaster(killed.pid);
      nodes[number] = await launch(cluster, killed.port);
    },
    stop: async () => {
      process.off('exit', endAtOnce);
      await Promise.all(nodes.map(({ pid }) => endPostmaster(pid)));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const addressOf = (port: number, database: string): string => `postgresql://postgres@127.0.0.1:${port}/${database}`;

/** Creates a database on every node, with the extension and all nodes known to the coordinator; returns its address there. */
export async function createSpreadDatabase(ports: readonly number[], name: string): Promise<string> {
  for (const port of ports) {
    await ensureDatabase(addressOf(port, 'postgres'), name);
    await withConnection(addressOf(port, name), (client) => client.query('CREATE EXTENSION IF NOT EXISTS citus'));
  }
  const [coordinator, ...workers] = ports;
  await withConnection(addressOf(coordinator!, name), async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', ['127.0.0.1', coordinator]);
    for (const port of workers) await client.query('SELECT citus_add_node($1, $2)', ['127.0.0.1', port]);
  });
  return addressOf(coordinator!, name);
}

export async function dropSpreadDatabase(ports: readonly number[], name: string): Promise<void> {
  for (const port of ports)
    await withConnection(addressOf(port, 'postgres'), (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

const isReadable = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function initialise(programs: string, cluster: string, identity: PostgresIdentity): Promise<void> {
  await mkdir(dirname(cluster), { recursive: true });
  if (identity.owner) await chown(dirname(cluster), identity.owner.uid, identity.owner.gid);
  // Nodes call one another without a password; they listen on the loopback interface alone and hold nothing but test data.
  const args = [`--pgdata=${cluster}`, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions'];
  const initdb = identity.spawn(join(programs, 'initdb'), args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: childEnvironment({ TZ: 'UTC' }),
  });
  const code = await new Promise((done) => initdb.once('exit', done).once('error', done));
  if (code !== 0) throw new Error(`A node of Citus could not be created in ${cluster}.`);
}

interface Launch {
  readonly programs: string;
  readonly cluster: string;
  readonly identity: PostgresIdentity;
  readonly settings: readonly string[];
}

async function startNode({ programs, cluster, identity, settings }: Launch, kept?: number): Promise<Node> {
  const port = kept ?? (await freePort());
  const path = join(dirname(cluster), 'server.log');
  const log = await open(path, 'a', 0o600);
  const flags = [`port=${port}`, ...settings].flatMap((setting) => ['-c', setting]);
  const child = identity.spawn(join(programs, 'postgres'), ['-D', cluster, ...flags], {
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
    env: childEnvironment({}),
  });
  child.unref();
  await log.close();
  let gone = false;
  child.once('exit', () => (gone = true)).once('error', () => (gone = true));
  const isReady = async (): Promise<boolean> => {
    const file = await readPostmasterFile(cluster);
    return gone || (file?.pid === child.pid && file?.ready === true);
  };
  if (!(await waitUntil(isReady, READY_TIMEOUT_MS)) || gone || !child.pid) throw new Error(`A node of Citus did not start: see ${path}.`);
  return { pid: child.pid, port };
}
