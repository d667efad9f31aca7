/** What is kept of a release beside its data, so that a later one can be asked whether it still answers as that one did. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrationNames } from '../../../prisma/migrate';

/** Where the data set is. */
const DATA_SET = join(import.meta.dirname, '..', '..', 'faults', 'upgrade', 'data-set');
export const DATA_FILE = join(DATA_SET, 'rewards.backup');
const KEPT_FILE = join(DATA_SET, 'kept.json.gz');

export interface KeptAnswer {
  /** Below /v1, with the cursor if it is the page after another. */
  readonly path: string;
  readonly body: unknown;
}

/** A request with an idempotency key, and what it was answered. */
export interface KeptRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly answer: unknown;
}

/** What rows are written for while the service is upgraded. */
export interface KeptWriter {
  readonly organization_id: string;
  readonly program_id: string;
  readonly asset_id: string;
  readonly participant_id: string;
}

export interface KeptStory {
  /** Of the organization that all of it is about. */
  readonly api_key: string;
  readonly program_id: string;
  readonly answers: readonly KeptAnswer[];
  readonly requests: readonly KeptRequest[];
  readonly endpoint: { readonly id: string; readonly secret: string };
  /** Of a webhook that nobody has taken yet. */
  readonly delivery_id: string;
  readonly writer: KeptWriter;
}

export interface Kept extends KeptStory {
  readonly made_at: string;
  /** The SHA-256 of each migration that the release had, by its name. */
  readonly migrations: Readonly<Record<string, string>>;
  /** Settings without which the data cannot be read. */
  readonly settings: { readonly ENCRYPTION_KEY: string; readonly AUTH_SECRET: string };
}

export const readKept = async (): Promise<Kept> => JSON.parse(gunzipSync(await readFile(KEPT_FILE)).toString()) as Kept;

export async function writeKept(kept: Kept): Promise<void> {
  await mkdir(DATA_SET, { recursive: true });
  await writeFile(KEPT_FILE, gzipSync(JSON.stringify(kept)));
}

export async function checksumsOf(migrations: string): Promise<Record<string, string>> {
  const sums = (await migrationNames(migrations)).map(async (name) => {
    const text = await readFile(join(migrations, name, 'migration.sql'));
    return [name, createHash('sha256').update(text).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}
