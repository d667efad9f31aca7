/** Writes rows to a compressed file of JSON lines, which bears its name only once it is complete and on the disk. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Tx } from './transaction';

/** A column that is exported unpacked. */
export interface Packed {
  readonly column: string;
  /** SQL of what row `t` needs from another to be unpacked; `unpack` is given it as `beside`. */
  readonly beside?: string;
  unpack(row: Readonly<Record<string, unknown>>): unknown;
}

interface Exported {
  readonly folder: string;
  /** Of the file, without its ending. */
  readonly name: string;
  /** A FROM clause with one table, aliased `t`, and its conditions. */
  readonly rows: string;
  readonly packed?: Packed | undefined;
}

const BATCH = 1_000;

/** The caller's transaction holds a lock that keeps the rows as they are. @returns the path of the file. */
export async function exportRows(tx: Tx, { folder, name, rows, packed }: Exported): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.ndjson.gz`);
  const part = `${path}.part`;
  await pipeline(Readable.from(linesOf(tx, rows, packed)), createGzip(), createWriteStream(part, { mode: 0o600, flush: true }));
  await rename(part, path);
  return path;
}

/** Whole, as the database prints them, so that no number loses a digit. */
async function* linesOf(tx: Tx, rows: string, packed: Packed | undefined): AsyncGenerator<string> {
  const line = packed
    ? `(to_jsonb(t) - '${packed.column}')::text AS line, t.*, ${packed.beside ?? 'NULL'} AS beside`
    : 'row_to_json(t)::text AS line';
  await tx.queryOnce(`DECLARE exported NO SCROLL CURSOR FOR SELECT ${line} FROM ${rows}`);
  for (;;) {
    const found = await tx.queryOnce<{ line: string }>(`FETCH ${BATCH} FROM exported`);
    if (found.length === 0) break;
    yield found.map((row) => `${packed ? withUnpacked(row, packed) : row.line}\n`).join('');
  }
  await tx.queryOnce('CLOSE exported');
}

const withUnpacked = (row: { line: string }, { column, unpack }: Packed): string =>
  `${row.line.slice(0, -1)}, ${JSON.stringify(column)}: ${JSON.stringify(unpack({ ...row }))}}`;
