/** The files of the shop's page: its markup, its styles, and its script, which is compiled once when the shop starts. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface PageFile {
  readonly type: string;
  readonly text: string;
}

const at = (name: string): string => fileURLToPath(new URL(`page/${name}`, import.meta.url));

/** By the path at which they are served. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const [markup, styles, script] = await Promise.all([readFile(at('index.html'), 'utf8'), readFile(at('shop.css'), 'utf8'), compiled()]);
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', text: markup }],
    ['/shop.css', { type: 'text/css; charset=utf-8', text: styles }],
    ['/shop.js', { type: 'text/javascript; charset=utf-8', text: script }],
  ]);
}

async function compiled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [at('main.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}
