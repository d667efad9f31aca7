/**
 * Ensures at most one running service per data folder. The lock names its process by pid and start time,
 * so that the lock of a killed process is taken over even when its pid has been reused.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fieldsOf } from '../domain/fields';
import { isAlive } from './postmaster';
import { StartError } from './start-error';

const run = promisify(execFile);
const ATTEMPTS = 5;

interface Holder {
  readonly pid: number;
  readonly birth: string;
  readonly address: string;
}

export interface Lock {
  /** Synchronous, so that it also works while the process ends. */
  release(): void;
}

/**
 * Takes the lock of `folder`, which is created when missing.
 * @param address where this process will serve; shown to whoever finds the lock taken.
 * @throws StartError when a living process holds the lock or the folder cannot be written.
 */
export async function lockFolder(folder: string, address: string): Promise<Lock> {
  const path = join(folder, 'service.lock');
  const draft = `${path}.${randomUUID()}`;
  const own: Holder = { pid: process.pid, birth: await birthOf(process.pid), address };
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  } catch {
    throw new StartError(`DATA_DIR (${folder}) must be a folder that this user can write to.`);
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await place(draft, path)) return { release: () => rmSync(path, { force: true }) };
      await removeStale(folder, path);
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new StartError(`Several starts compete for the data folder ${folder}: start one again.`);
}

/** Linking succeeds for only one process, and the file it links is complete. */
async function place(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (fieldsOf(error).code === 'EEXIST') return false;
    throw error;
  }
}

async function removeStale(folder: string, path: string): Promise<void> {
  const found = await readFile(path, 'utf8').catch(() => null);
  if (found === null) return;
  const holder = parse(found);
  if (holder && (await isRunning(holder))) {
    throw new StartError(
      `The service already runs on the data folder ${folder} (process ${holder.pid}, ${holder.address}): stop it first, or set DATA_DIR to another folder.`,
    );
  }
  // Moved rather than removed, to check that it is still the lock that was read and not one that another start placed since.
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => undefined);
  const moved = await readFile(aside, 'utf8').catch(() => null);
  if (moved !== null && moved !== found) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

function parse(text: string): Holder | null {
  try {
    const { pid, birth, address } = fieldsOf(JSON.parse(text));
    return typeof pid === 'number' && typeof birth === 'string' && typeof address === 'string' ? { pid, birth, address } : null;
  } catch {
    return null;
  }
}

async function isRunning(holder: Holder): Promise<boolean> {
  return holder.pid !== process.pid && isAlive(holder.pid) && (await birthOf(holder.pid)) === holder.birth;
}

/** When a process started, in the system's own form: enough to tell it from a later one with the same pid. */
async function birthOf(pid: number): Promise<string> {
  try {
    const [stat, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile('/proc/sys/kernel/random/boot_id', 'utf8')]);
    // The name, in parentheses, may hold spaces; the start time is the 20th field after it.
    return `${boot.trim()}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.trim();
  }
}
