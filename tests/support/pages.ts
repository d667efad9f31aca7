/** Every page there is, read from the tree of its sources: one that is added is looked at without anybody adding it here. */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const APP = fileURLToPath(new URL('../../src/app', import.meta.url));

export interface PageOfTree {
  /** As Next has it: parameters in brackets, groups left out, such as `/participants/[id]`. */
  readonly route: string;
  /** Whether it can only be seen by somebody who is signed in. */
  readonly dashboard: boolean;
}

export const PAGES_OF_TREE: readonly PageOfTree[] = globSync(`${APP}/**/page.tsx`)
  .map((file) => relative(APP, file).split('/').slice(0, -1))
  .map((folders) => ({
    route: `/${folders.filter((folder) => !folder.startsWith('(')).join('/')}`,
    dashboard: folders[0] === '(dashboard)',
  }))
  .sort((a, b) => a.route.localeCompare(b.route));

/**
 * Where a page can be opened.
 * @param records by the routes that have parameters.
 * @throws Error naming a page of a record that nobody has made.
 */
export function addressOf(route: string, records: Readonly<Record<string, string>>): string {
  const address = records[route] ?? route;
  if (address.includes('['))
    throw new Error(`Make a record for ${route} in tests/support/full-organization.ts, so that the page can be opened.`);
  return address;
}
