/** Describes what is kept of a release besides its data, to check that a later release still answers the same. */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrationNames } from '../../../prisma/migrate';
import { readRoutines } from '../../../prisma/routines';

/** Folder of the data set. */
export const DATA_SET = join(import.meta.dirname, '..', '..', 'faults', 'upgrade', 'data-set');
export const DATA_FILE = join(DATA_SET, 'rewards.backup');
const KEPT_FILE = join(DATA_SET, 'kept.json.gz');

export interface KeptAnswer {
  /** Relative to /v1, with the cursor if it is a later page. */
  readonly path: string;
  readonly body: unknown;
}

/** A request with an idempotency key, and its answer. */
export interface KeptRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly answer: unknown;
}

/** The organization that clients write to during the upgrade. */
export interface KeptWriter {
  readonly organization_id: string;
  readonly api_key: string;
  readonly program_id: string;
  readonly asset_id: string;
}

export interface KeptStory {
  /** Key of the organization that holds all the data. */
  readonly api_key: string;
  readonly program_id: string;
  readonly answers: readonly KeptAnswer[];
  readonly requests: readonly KeptRequest[];
  readonly endpoint: { readonly id: string; readonly secret: string };
  /** A webhook delivery that has not succeeded yet. */
  readonly delivery_id: string;
  readonly writer: KeptWriter;
}

export interface Kept extends KeptStory {
  readonly made_at: string;
  /** SHA-256 of each migration in the release, by name. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The text of the release's functions and triggers, by path: unlike migrations, these change in place. */
  readonly routines: Readonly<Record<string, string>>;
  /** Settings needed to read the data. */
  readonly settings: { readonly ENCRYPTION_KEY: string; readonly AUTH_SECRET: string };
}

export const readKept = async (): Promise<Kept> => JSON.parse(gunzipSync(await readFile(KEPT_FILE)).toString()) as Kept;

export async function writeKept(kept: Kept): Promise<void> {
  await mkdir(DATA_SET, { recursive: true });
  await writeFile(KEPT_FILE, gzipSync(JSON.stringify(kept)));
}

export async function checksumsOf(schema: string): Promise<Record<string, string>> {
  const sums = (await migrationNames(schema)).map(async (name) => {
    const text = await readFile(join(schema, 'migrations', name, 'migration.sql'));
    return [name, createHash('sha256').update(text).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

export async function routinesOf(schema: string): Promise<Record<string, string>> {
  return Object.fromEntries((await readRoutines(join(schema, 'sql'))).map(({ path, sql }) => [path, sql]));
}

/** Writes the release's migrations and routines into `folder`, as they were: those of `schema` that it had, with its own text. */
export async function writeKeptSchema(kept: Kept, schema: string, folder: string): Promise<void> {
  for (const name of Object.keys(kept.migrations))
    await cp(join(schema, 'migrations', name), join(folder, 'migrations', name), { recursive: true });
  for (const [path, sql] of Object.entries(kept.routines)) {
    await mkdir(dirname(join(folder, 'sql', path)), { recursive: true });
    await writeFile(join(folder, 'sql', path), sql);
  }
}
