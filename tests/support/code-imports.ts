/** Sends files of codes, and adds them as the job does. */
import type { CodeImport } from '@/contract/code-import';
import { runCodeImports } from '@/server/services/codes/import-codes';
import { origin } from './api';
import { send } from './http';

type Body = Partial<CodeImport> & { code?: string; message?: string; param?: string };

/** Imports `file` over HTTP and waits for the answer, not for the job. */
export async function sendCodes(
  ours: { readonly key: string },
  batch: { readonly id: string },
  file: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; replayed: boolean; body: Body }> {
  const path = `/v1/code-imports?batch_id=${batch.id}&file_name=codes.csv`;
  const answer = await send(origin(), {
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${ours.key}`, 'content-type': 'text/csv', ...headers },
    body: file,
  });
  // The answer is an import, or a failure.
  return { status: answer.status, replayed: answer.headers['idempotent-replayed'] === 'true', body: JSON.parse(answer.text) as Body };
}

/** @returns whether there may be more to add. */
export const addCodesOnce = async (): Promise<boolean> =>
  (await runCodeImports({ clock: { now: () => new Date() }, limit: 100, signal: new AbortController().signal })).more === true;

/** Adds the codes of every file that is there. */
export async function addAllCodes(): Promise<void> {
  while (await addCodesOnce());
}
