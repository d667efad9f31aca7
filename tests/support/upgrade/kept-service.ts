/** Keeps the service of a release, so that its processes can run beside those of a later one: bundled, with what it reads when it starts. */
import { globSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { DATA_SET } from './kept';

const SERVICE_FILE = join(DATA_SET, 'service.json.gz');
const FOLDER = 'service';
/** Starts the kept service in the folder that it was written into. */
export const KEPT_LAUNCHER = [process.execPath, join(FOLDER, 'main.mjs')];
/** Read from the working folder. */
const READ = ['src/styles/globals.css', 'src/domain/webhooks/verify.ts', 'src/server/rest/pages/docs/content/*.md'];

/** By path. */
type Files = Readonly<Record<string, string>>;

export async function keepService(release: string): Promise<void> {
  const read = globSync(READ, { cwd: release }).map(async (path) => [path, await readFile(join(release, path), 'utf8')] as const);
  const files: Files = { ...(await bundled(release)), ...Object.fromEntries(await Promise.all(read)) };
  await writeFile(SERVICE_FILE, gzipSync(JSON.stringify(files), { level: 9 }));
}

/** All that the release itself is made of; its packages stay those that are installed. */
async function bundled(release: string): Promise<Files> {
  const outdir = join(release, FOLDER);
  const { outputFiles } = await build({
    absWorkingDir: release,
    entryPoints: ['src/cli/main.ts'],
    outdir,
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node24',
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [join(FOLDER, relative(outdir, path)), text]));
}

/** Writes the kept service into `folder`, to run on the packages of this tree. */
export async function writeKeptService(folder: string): Promise<void> {
  const files = JSON.parse(gunzipSync(await readFile(SERVICE_FILE)).toString()) as Files;
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
}
