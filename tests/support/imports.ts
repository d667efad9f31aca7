/** What tests of imports share: files sent as a client sends them, and the worker that applies large ones. */
import type { Import } from '@/contract/import';
import { runImports } from '@/server/services/imports/run-imports';
import { origin, type Answer, type AnyBody, type TestOrganization } from './api';
import { assertDocumented } from './documented';
import { send } from './http';

const NEVER = new AbortController().signal;

/** A file of these rows. */
export const csv = (header: string, ...rows: string[]): string => `${[header, ...rows].join('\r\n')}\r\n`;

/** Sends a file. @param query beside `program_id`, such as `dry_run=true`. */
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

/** As a worker does it, until nothing is left to do. */
export async function runAllImports(): Promise<void> {
  while ((await runImports({ clock: { now: () => new Date() }, signal: NEVER })).more);
}
