/** Bundles the server entry beside Next's build: what `npm start` runs. */
import { build } from 'esbuild';

export const BUNDLE = '.next/service/main.mjs';

export async function bundleService(): Promise<void> {
  await build({
    entryPoints: ['src/cli/main.ts'],
    outdir: '.next/service',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is imported on demand stays so: a start that needs no demo does not load it.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    sourcemap: true,
    logLevel: 'warning',
  });
}
