/**
 * Finds and ends a Postgres server by its data folder, whoever started it: this is how a start gets
 * rid of the server that a killed process left behind.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fieldsOf } from '../domain/fields';

const run = promisify(execFile);
const POLL_MS = 25;
/** The longest wait for a killed server to be reaped. */
const REAPING_MS = 30_000;

interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  /** True once the server accepts connections. */
  readonly ready: boolean;
}

/** What the server wrote about itself to its data folder; null when there is none. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (fieldsOf(error).code !== 'EPERM') return false;
  }
  return !hasEnded(pid);
}

/** Whether the process is a zombie: an orphan keeps its pid until init reaps it, which in a container may take seconds. */
function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** Sends a signal; false when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits until `condition` holds; false when `timeoutMs` passed first. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  return true;
}

/** Shuts a server down, by force if it takes longer than five seconds. Resolves when it is gone. */
export async function endPostmaster(pid: number): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!signal(pid, name)) return;
    if (await waitUntil(() => !isAlive(pid), patience)) return;
  }
}

/**
 * Ends the server still running on `cluster`, if any, and waits until another one can be started there. Returns its pid, or
 * null when there was none.
 */
export async function endOrphan(cluster: string): Promise<number | null> {
  const file = await readPostmasterFile(cluster);
  if (!file) return null;
  const runs = isAlive(file.pid) && (await isPostgresOn(file.pid, cluster));
  if (runs) await endPostmaster(file.pid);
  // A killed server leaves its file, and Postgres considers it running while its pid exists.
  if (await readPostmasterFile(cluster)) await waitUntil(() => !hasEnded(file.pid), REAPING_MS);
  return runs ? file.pid : null;
}

/** The pid in a stale file may have been reused by another program. */
async function isPostgresOn(pid: number, cluster: string): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'args=', '-ww', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  const command = stdout || (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  return command.includes('postgres') && command.includes(cluster);
}
