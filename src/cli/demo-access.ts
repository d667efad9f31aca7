/** Keeps the credentials of the demo organization, so that every start can print what only the first one learns. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What the seed returns on the first run. */
export const DemoAccess = z.object({
  email: z.string(),
  password: z.string(),
  /** The demo organization's `sk_…`. */
  apiKey: z.string(),
  /** A program with a rule that credits `eventData`, for the example to copy. */
  programId: z.string(),
  /** Signing secret of the endpoint at the demo's own receiver; null when there is none. */
  webhookSecret: z.string().nullable(),
  eventData: z.record(z.string(), z.unknown()),
});
export type DemoAccess = z.infer<typeof DemoAccess>;

const Kept = DemoAccess.extend({ database: z.string() });

/** @param database which database the access is for: a folder may be used with several. */
export async function keepDemoAccess(folder: string, database: string, access: DemoAccess): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ ...access, database }, null, 2), { mode: 0o600 });
}

/** What was kept last, whatever the database; null when there was nothing. */
export async function readAnyDemoAccess(folder: string): Promise<DemoAccess | null> {
  return (await readKept(folder))?.access ?? null;
}

/** What was kept for this database, or null. */
export async function readDemoAccess(folder: string, database: string): Promise<DemoAccess | null> {
  const kept = await readKept(folder);
  return kept?.database === database ? kept.access : null;
}

async function readKept(folder: string): Promise<{ database: string; access: DemoAccess } | null> {
  const text = await readFile(join(folder, 'demo.json'), 'utf8').catch(() => null);
  const kept = Kept.safeParse(text === null ? null : safeJson(text));
  return kept.success ? { database: kept.data.database, access: DemoAccess.parse(kept.data) } : null;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
