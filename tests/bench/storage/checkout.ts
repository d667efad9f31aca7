/** Provides the checkouts to compare: this one as it is, and any other revision in a temporary folder, each with its service bundled. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { bundleService } from '@/cli/bundle';
import { temporaryFolder } from '@tests/support/temporary-folder';

const run = promisify(execFile);
const BUNDLE = 'bundle-alone.ts';

export interface Checkout {
  /** What it is called in the results. */
  readonly revision: string;
  /** Undefined: this one. */
  readonly folder: string | undefined;
}

const git = async (...args: string[]): Promise<string> => (await run('git', args)).stdout.trim();

/** This checkout, with what is not committed yet. */
export async function thisCheckout(): Promise<Checkout> {
  await bundleService();
  const changed = (await git('status', '--porcelain')) !== '';
  return { revision: `${await git('rev-parse', '--short', 'HEAD')}${changed ? ' and changes' : ''}`, folder: undefined };
}

/** Runs `work` with the files of another revision, then removes them. Nothing is written to the repository. */
export async function withRevision<T>(revision: string, work: (checkout: Checkout) => Promise<T>): Promise<T> {
  const commit = await git('rev-parse', '--short', `${revision}^{commit}`);
  const folder = await temporaryFolder('revision');
  try {
    await extract(commit, folder);
    await copyPackages(folder);
    await writeFile(join(folder, BUNDLE), `import { bundleService } from './src/cli/bundle';\nawait bundleService();\n`);
    // It also installs the packages of that revision, where they differ, and generates its database client.
    await finished(spawn(process.execPath, [join('src', 'cli', 'ensure-installed.mjs'), BUNDLE], { cwd: folder, stdio: ['ignore', 2, 2] }));
    return await work({ revision: commit, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function extract(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit], { stdio: ['ignore', 'pipe', 'inherit'] });
  const files = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  await Promise.all([pipeline(archive.stdout, files.stdin), finished(archive), finished(files)]);
}

/** By hard links, which an install replaces without touching this checkout's files; by copies on another disk. */
async function copyPackages(folder: string): Promise<void> {
  const to = join(folder, 'node_modules');
  try {
    await run('cp', ['-al', 'node_modules', to]);
  } catch {
    await rm(to, { recursive: true, force: true });
    await run('cp', ['-a', 'node_modules', to]);
  }
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}.`);
}
