/**
 * Runs one embedded Postgres for a whole test run: migrated once, on a free port, in a temporary folder
 * that is removed afterwards, even after Ctrl-C; leftovers of a killed run are removed by the next one.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { withConnection } from '../../prisma/connect';
import { migrate } from '../../prisma/migrate';
import { startPostgres } from '../../src/cli/postgres';
import { temporaryFolder } from './temporary-folder';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's migrated database; absent when no project of the run needs one. */
    databaseUrl?: string;
  }
}

const NEED_DATABASE = ['integration', 'api'];
/** A migrated database that nothing connects to: copying it takes a fraction of the time that migrating does. */
export const MIGRATED = 'migrated';
/** Crash tests start their own server with these at their defaults. */
export const FASTER_FOR_TESTS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export interface TestPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a migrated Postgres in a temporary folder. `stop` removes both. */
export async function startTestPostgres(settings: readonly string[] = FASTER_FOR_TESTS): Promise<TestPostgres> {
  const folder = await temporaryFolder('postgres');
  const server = await startPostgres(join(folder, 'postgres'), { settings });
  const endAtOnce = (): void => removeDetached(server.pid, folder);
  process.once('exit', endAtOnce);
  await migrate(server.url);
  return {
    url: server.url,
    stop: async () => {
      process.off('exit', endAtOnce);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For a run that ends without teardown: nothing asynchronous runs after `exit`, so a detached process cleans up. */
function removeDetached(pid: number, folder: string): void {
  const script = 'kill -INT "$1" 2>/dev/null; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"';
  spawn('sh', ['-c', script, 'sh', String(pid), folder], { detached: true, stdio: 'ignore' }).unref();
}

/** Called once per run, before any worker starts. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!project.vitest.projects.some(({ name }) => NEED_DATABASE.includes(name))) return undefined;
  const server = await startTestPostgres();
  const name = new URL(server.url).pathname.slice(1);
  const system = new URL('/postgres', server.url).href;
  await withConnection(system, (client) => client.query(`CREATE DATABASE ${MIGRATED} TEMPLATE ${name} ALLOW_CONNECTIONS false`));
  project.provide('databaseUrl', server.url);
  return server.stop;
}
