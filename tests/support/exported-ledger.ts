/** Exports a ledger through the API and verifies the file as an auditor would: with the program alone. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { origin } from './api';
import { send } from './http';
import type { Books } from './proof';

export interface Verdict {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the offline verifier as an auditor would, on the API's export. */
export const auditOf = async (ours: Books): Promise<Verdict> => audit(await exported(ours));

export async function exported({ key }: Books): Promise<string> {
  const { text, status } = await send(origin(), {
    method: 'GET',
    path: '/v1/exports/ledger.ndjson',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(status).toBe(200);
  return text;
}

/** @param args such as `--public-key` and the file of a key that is trusted. */
export async function audit(text: string, ...args: string[]): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-export-'));
  try {
    const file = join(folder, 'ledger.ndjson');
    await writeFile(file, text);
    return await verdictOn(file, args);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const verdictOn = (file: string, args: readonly string[]): Promise<Verdict> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'src/cli/verify-ledger.ts', file, ...args],
      { env: { NODE_ENV: 'test' } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
