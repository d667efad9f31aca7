/** Starts what the service is compared with: a bare Next.js route, built for production, and bare node:http. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { freePort } from '@/cli/free-port';
import { childEnvironment } from '@/env';
import { TABLES } from './row.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const NEXT = join('node_modules', 'next', 'dist', 'bin', 'next');
/** Built from a copy, so that no build output ends up among the sources. */
const COPY = join('.next', 'rivals');

export interface Rivals {
  readonly next: string;
  readonly http: string;
}

/** @param url of the database that they use. */
export const withRivals = <T>(url: string, work: (rivals: Rivals) => Promise<T>): Promise<T> =>
  withHttpRival(url, async (http) => {
    await build();
    const next = await start([NEXT, 'start', join(COPY, 'next')], url, '/row?id=1');
    try {
      return await work({ next: next.origin, http });
    } finally {
      await next.stop();
    }
  });

/** node:http alone. @param url of the database that it uses. */
export async function withHttpRival<T>(url: string, work: (origin: string) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  await client.query(TABLES);
  await client.end();
  const http = await start([join(HERE, 'http-server.mjs')], url, '/row?id=1');
  try {
    return await work(http.origin);
  } finally {
    await http.stop();
  }
}

async function build(): Promise<void> {
  await cp(HERE, COPY, { recursive: true });
  // The service's build marks everything beside it as CommonJS.
  await writeFile(join(COPY, 'package.json'), JSON.stringify({ type: 'module' }));
  const child = spawn(process.execPath, [NEXT, 'build', join(COPY, 'next')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: productive({}),
  });
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`Next's build of the bare route ended with ${code}.`);
}

const productive = (settings: Readonly<Record<string, string>>) =>
  childEnvironment({ NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...settings });

async function start(args: readonly string[], url: string, path: string) {
  const port = await freePort();
  const env = productive({ DATABASE_URL: url, PORT: String(port) });
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  const ended = once(child, 'close');
  const origin = `http://127.0.0.1:${port}`;
  const answers = async (): Promise<boolean> => (await fetch(origin + path).catch(() => null))?.ok ?? false;
  while (child.exitCode === null && !(await answers())) await delay(50);
  if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}.`);
  return { origin, stop: () => (child.kill('SIGTERM'), ended) };
}
