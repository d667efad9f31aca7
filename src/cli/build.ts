/** The production form: Next's build of the pages with its assets compressed, and the server entry bundled beside it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { childEnvironment } from '../env';
import { compressAssets } from './assets';

const pages = spawnSync(process.execPath, [join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
  stdio: 'inherit',
  env: childEnvironment({ NODE_ENV: 'production' }),
});
if (pages.status !== 0) process.exit(pages.status ?? 1);

await compressAssets();

await build({
  entryPoints: ['src/cli/main.ts'],
  outdir: '.next/service',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // What is imported on demand stays so: a start that is refused, or needs no demo, does not load it.
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node24',
  sourcemap: true,
  logLevel: 'warning',
});
