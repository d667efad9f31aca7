/**
 * Decides which account the embedded Postgres runs as: it refuses to run as root, so root runs it as
 * `postgres`, an account that is created when missing.
 */
import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from './start-error';

const run = promisify(execFile);

interface UnixUser {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresIdentity {
  /** The account that must own the data; null: the current user. */
  readonly owner: UnixUser | null;
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

/**
 * Decides the account and how to reach the given folders with it.
 * @throws StartError when the account cannot be created or cannot enter the folders.
 */
export async function postgresIdentity(folders: readonly string[]): Promise<PostgresIdentity> {
  if (process.getuid?.() !== 0) return { owner: null, spawn: (command, args, options) => spawn(command, args, options) };
  const owner = (await findAccount()) ?? (await createAccount());
  if (await reachesAll(owner, folders)) {
    return { owner, spawn: (command, args, options) => spawn(command, args, { ...options, ...owner }) };
  }
  const prefix = await passThroughPrivateFolders(owner, folders);
  return { owner, spawn: (command, args, options) => spawn('setpriv', [...prefix, command, ...args], options) };
}

async function findAccount(): Promise<UnixUser | null> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map(async (what) => Number((await run('id', [what, 'postgres'])).stdout)));
    return uid && gid ? { uid, gid } : null;
  } catch {
    return null;
  }
}

async function createAccount(): Promise<UnixUser> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(() => undefined);
  const account = await findAccount();
  if (!account)
    throw new StartError(
      'Postgres cannot run as root and no account named postgres could be made: start as another user, or set DATABASE_URL.',
    );
  return account;
}

async function reachesAll(account: UnixUser, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    for (let path = resolve(folder); ; path = dirname(path)) {
      const { mode, uid, gid } = await stat(path);
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
      if (!(mode & bit)) return false;
      if (path === dirname(path)) break;
    }
  }
  return true;
}

/**
 * A checkout below a folder that only root may enter (`/root`, `mktemp -d`) is out of the account's
 * reach. Rather than opening the folder to everybody, the account keeps the one capability that lets it
 * enter; the secure bit makes access(2), with which Postgres checks its own program, honor that capability.
 */
async function passThroughPrivateFolders(account: UnixUser, folders: readonly string[]): Promise<string[]> {
  const ids = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const prefix = [...ids, '--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  try {
    for (const folder of folders) await run('setpriv', [...prefix, 'test', '-r', folder]);
    return prefix;
  } catch {
    throw new StartError(
      `The account postgres cannot enter ${folders.map((folder) => resolve(folder)).join(' and ')}: let others enter these folders (chmod o+x), start as another user, or set DATABASE_URL.`,
    );
  }
}
