/** Every page there is, read from the tree of its sources: one that is added is looked at without anybody adding it here. And what is measured of one. */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

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

/** By how many pixels a page is wider than its screen. */
export const beyondTheScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Gives a page another size, and waits until it knows: it hears of that with its next picture, which would close a choice opened before. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  // A handle that is there before the size changes: what listens only later hears nothing.
  const listening = await page.evaluateHandle(() => ({
    heard: new Promise<void>((resolve) => window.addEventListener('resize', () => resolve(), { once: true })),
  }));
  await page.setViewportSize(size);
  await listening.evaluate(({ heard }) => heard);
}

/** After so long without another script, none is to be expected. */
const QUIET_MS = 250;

/** Bytes of script, compressed as they are sent, that a page has asked for when it rests. */
export async function scriptOf(page: Page): Promise<number> {
  const sum = await page.waitForFunction((quiet) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const last = Math.max(...scripts.map(({ responseEnd }) => responseEnd));
    return performance.now() - last > quiet && scripts.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  }, QUIET_MS);
  return Number(await sum.jsonValue());
}
