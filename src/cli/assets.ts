/**
 * Compresses scripts and styles of the pages once, when they are built, and serves them: their names follow
 * from their content, so that a client that has one never asks for it again.
 */
import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Handler } from './listener';

const BUILT = join('.next', 'static');
const ADDRESS = '/_next/static/';
const TYPES: Readonly<Record<string, string>> = { '.js': 'application/javascript; charset=UTF-8', '.css': 'text/css; charset=UTF-8' };
/** What fits into one packet is not compressed. */
const WORTH_COMPRESSING = 1_024;

/** Writes a compressed form beside every script and style of the build, in parallel on every core. */
export async function compressAssets(): Promise<void> {
  const files = await readdir(BUILT, { recursive: true });
  await Promise.all(files.filter((name) => TYPES[extname(name)] !== undefined).map((name) => compress(join(BUILT, name))));
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < WORTH_COMPRESSING) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
}

/** Serves the compressed form of a file if there is one and the client accepts it; everything else is left to the pages. */
export function compressedAssets(): Handler {
  return (req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    const type = TYPES[extname(path)];
    if (req.method !== 'GET' || type === undefined || !/^\/_next\/static\/[\w~-][\w./~-]*$/.test(path) || path.includes('..')) return false;
    if (!/\bbr\b/.test(String(req.headers['accept-encoding'] ?? ''))) return false;
    const file = `${join(BUILT, path.slice(ADDRESS.length))}.br`;
    if (!existsSync(file)) return false;
    res.writeHead(200, {
      'Content-Type': type,
      'Content-Encoding': 'br',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
    });
    createReadStream(file)
      .on('error', () => res.destroy())
      .pipe(res);
    return true;
  };
}
