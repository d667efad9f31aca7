/** Creates temporary folders named after their process, so that leftovers of a killed run are found and removed. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOrphan, isAlive } from '../../src/cli/postmaster';

const PREFIX = 'rewards-tests-';
/** Where a test folder may hold a database: its own, a service's, or the nodes of one that is spread. */
const CLUSTERS = ['postgres', join('data', 'postgres'), 'node-0', 'node-1', 'node-2'].map((folder) => join(folder, 'cluster'));

/** Creates a folder for this process, after stopping databases and removing folders that dead processes left. */
export async function temporaryFolder(purpose: string): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (owner && !isAlive(owner)) await removeFolder(join(tmpdir(), name));
  }
  return mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-${purpose}-`));
}

async function removeFolder(folder: string): Promise<void> {
  for (const cluster of CLUSTERS) await endOrphan(join(folder, cluster));
  await rm(folder, { recursive: true, force: true });
}
