/** Bundles the server entry, which `npm start` runs, beside Next's build. */
import { build } from 'esbuild';
import { nativeSpread } from './native-spread';

export const BUNDLE = '.next/service/main.mjs';

export async function bundleService(): Promise<void> {
  await build({
    entryPoints: ['src/cli/main.ts'],
    outdir: '.next/service',
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
