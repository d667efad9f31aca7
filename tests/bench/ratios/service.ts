/** Runs the service as shipped: the production build, started by `npm start` with its embedded Postgres, in separate processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@/cli/free-port';
import { runningPostgres } from '@/cli/postgres';
import { childEnvironment } from '@/env';
import { temporaryFolder } from '@tests/support/temporary-folder';

const KEY = Buffer.alloc(32, 5).toString('base64');
const ADMIN_KEY = 'sk_admin_of_measurements_0001';
const PATIENCE_MS = 120_000;

/** A service that answers requests. */
export interface Answering {
  readonly origin: string;
  admin<T>(path: string, body: object): Promise<T>;
  stop(): Promise<void>;
}

export interface Service extends Answering {
  readonly databaseUrl: string;
  /** Pid of the process that serves requests. */
  readonly pid: number;
  /** Pid of its Postgres, whose children do the work. */
  readonly postgresPid: number;
}

/**
 * @param dataDir of an existing database; otherwise a new one, removed at the end. Rate limits are on but never reached.
 * @param checkout whose service to run instead of this one's.
 */
export async function startService(dataDir?: string, checkout?: string): Promise<Service> {
  const folder = await temporaryFolder('bench');
  const data = dataDir ?? join(folder, 'data');
  const answering = await launch(folder, { DATABASE_URL: '', DATA_DIR: data }, checkout);
  const lock = JSON.parse(await readFile(join(data, 'service.lock'), 'utf8')) as { pid: number };
  const server = await runningPostgres(join(data, 'postgres'));
  if (!server) throw new Error(`No Postgres runs in ${data}.`);
  return { ...answering, databaseUrl: server.url, pid: lock.pid, postgresPid: server.pid };
}

/** Starts the service of a checkout on a database that runs already. */
export const startServiceOn = async (
  databaseUrl: string,
  checkout?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Answering> => launch(await temporaryFolder('bench'), { ...settings, DATABASE_URL: databaseUrl }, checkout);

/** @param folder of its log, removed with everything in it when the service has stopped. */
async function launch(folder: string, given: Readonly<Record<string, string>>, checkout: string | undefined): Promise<Answering> {
  const port = await freePort();
  const log = await open(join(folder, 'service.log'), 'w');
  const settings = {
    ...given,
    PORT: String(port),
    HOST: '127.0.0.1',
    SERVE_DASHBOARD: 'false',
    SEED_DEMO: 'false',
    ADMIN_API_KEY: ADMIN_KEY,
    ENCRYPTION_KEY: KEY,
    AUTH_SECRET: KEY,
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  };
  const child = spawn('npm', ['start'], { cwd: checkout, env: childEnvironment(settings), stdio: ['ignore', log.fd, log.fd] });
  await log.close();
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await ready(origin, () => child.exitCode !== null, join(folder, 'service.log'));
  return {
    origin,
    admin: (path, body) => call(origin, ADMIN_KEY, path, body),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ready(origin: string, hasEnded: () => boolean, log: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until && !hasEnded(); await delay(100)) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error(`The service did not start: ${await readFile(log, 'utf8')}`);
}

/** Sends one JSON request. @throws Error with the answer unless it succeeds. */
export async function call<T>(origin: string, key: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(origin + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
