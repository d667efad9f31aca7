/** Bundles the server entry, which `npm start` runs, beside Next's build. */
import { build } from 'esbuild';
import { nativeSpread } from './native-spread';

const FOLDER = '.next/service';
export const BUNDLE = `${FOLDER}/main.mjs`;

/** @param outdir within the project, where its packages are found. */
export async function bundleService(outdir = FOLDER): Promise<void> {
  await build({
    entryPoints: ['src/cli/main.ts'],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Dynamic imports stay dynamic: a start without a demo does not load it.
    splitting: true,
    packages: 'external',
    plugins: [nativeSpread],
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    logLevel: 'warning',
  });
}
