/** Temporary folders that say which process made them, so that what a killed run left is found and removed. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOrphan, isAlive } from '../../src/cli/postmaster';

const PREFIX = 'rewards-tests-';
/** Where a folder of tests may hold a database: its own, or a service's. */
const CLUSTERS = [join('postgres', 'cluster'), join('data', 'postgres', 'cluster')];

/** A new folder of this process, after the folders of processes that are gone were removed, their databases ended. */
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
