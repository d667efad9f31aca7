/** Lists every page from the source tree, so that a new page is checked without being added here, and measures pages. */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const APP = fileURLToPath(new URL('../../src/app', import.meta.url));

export interface PageOfTree {
  /** The Next.js route: parameters in brackets, route groups left out, such as `/participants/[id]`. */
  readonly route: string;
  /** Whether the page requires a signed-in person. */
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
 * The address at which a page can be opened.
 * @param records addresses of routes with parameters.
 * @throws Error naming a record page for which no record exists.
 */
export function addressOf(route: string, records: Readonly<Record<string, string>>): string {
  const address = records[route] ?? route;
  if (address.includes('['))
    throw new Error(`Make a record for ${route} in tests/support/full-organization.ts, so that the page can be opened.`);
  return address;
}

/** By how many pixels a page overflows the width of its viewport. */
export const beyondTheScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Resizes a page and waits for its resize event, which comes with the next frame and would close a menu opened before. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  // The listener must be attached before the size changes, or it misses the event.
  const listening = await page.evaluateHandle(() => ({
    heard: new Promise<void>((resolve) => window.addEventListener('resize', () => resolve(), { once: true })),
  }));
  await page.setViewportSize(size);
  await listening.evaluate(({ heard }) => heard);
}

/** After this long without another script, no more are expected. */
const QUIET_MS = 250;

/** Compressed bytes of JavaScript that a page has loaded once it is idle. */
export async function scriptOf(page: Page): Promise<number> {
  const sum = await page.waitForFunction((quiet) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const last = Math.max(...scripts.map(({ responseEnd }) => responseEnd));
    return performance.now() - last > quiet && scripts.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  }, QUIET_MS);
  return Number(await sum.jsonValue());
}
