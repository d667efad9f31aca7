/** Sets up import tests: uploads files as a client does, and runs the worker that applies large ones. */
import type { Import } from '@/contract/import';
import { runImports } from '@/server/services/imports/run-imports';
import { origin, type Answer, type AnyBody, type TestOrganization } from './api';
import { assertDocumented } from './documented';
import { send } from './http';

const NEVER = new AbortController().signal;

/** A CSV file of these rows. */
export const csv = (header: string, ...rows: string[]): string => `${[header, ...rows].join('\r\n')}\r\n`;

/** Uploads a file. @param query parameters besides `program_id`, such as `dry_run=true`. */
export async function importFile(
  ours: Pick<TestOrganization, 'key'> & { program: { id: string } },
  file: string | Uint8Array,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer<Import & AnyBody>> {
  const path = `/v1/imports/participants?program_id=${ours.program.id}${query === '' ? '' : `&${query}`}`;
  const raw = await send(origin(), {
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${ours.key}`, 'content-type': 'text/csv', ...headers },
    body: file,
  });
  assertDocumented('POST', path, raw);
  return { status: raw.status, headers: raw.headers, body: JSON.parse(raw.text) as Import & AnyBody };
}

/** Runs imports as a worker does, until none is left. */
export async function runAllImports(): Promise<void> {
  while ((await runImports({ clock: { now: () => new Date() }, signal: NEVER })).more);
}
