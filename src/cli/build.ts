/** Builds for production: the pages by Next, with their assets compressed, and the server entry bundled beside them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '../env';
import { compressAssets } from './assets';
import { bundleService } from './bundle';

const pages = spawnSync(process.execPath, [join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
  stdio: 'inherit',
  env: childEnvironment({ NODE_ENV: 'production' }),
});
if (pages.status !== 0) process.exit(pages.status ?? 1);

await compressAssets();

await bundleService();
