/** No page makes anybody wait for much script: what is sent until the page rests is bounded, for each page there is. */
import type { Page } from '@playwright/test';
import { register } from '@tests/support/dashboard';
import { expect, test } from '@tests/support/full-organization';
import { addressOf, PAGES_OF_TREE } from '@tests/support/pages';

/** Compressed, as it is sent. */
const MOST_BYTES = 250_000;

/** After so long without another script, none is to be expected. */
const QUIET_MS = 250;

/** Opens a page, touches nothing, waits until it rests, and adds up the scripts that it asked for. */
async function scriptOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const sum = await page.waitForFunction((quiet) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const last = Math.max(...scripts.map(({ responseEnd }) => responseEnd));
    return performance.now() - last > quiet && scripts.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
  }, QUIET_MS);
  return Number(await sum.jsonValue());
}

async function tooHeavy(page: Page, addresses: readonly (readonly [route: string, address: string])[]): Promise<string[]> {
  const found: string[] = [];
  for (const [route, address] of addresses) {
    const bytes = await scriptOf(page, address);
    expect(bytes, `${route} has scripts`).toBeGreaterThan(50_000);
    if (bytes > MOST_BYTES) found.push(`${route}: ${(bytes / 1_000).toFixed(1)} KB`);
  }
  return found;
}

/** Each test opens a dozen pages. */
test.describe.configure({ timeout: 180_000 });

const PARTS = [0, 1, 2, 3] as const;
const DASHBOARD = PAGES_OF_TREE.filter(({ dashboard }) => dashboard);

for (const part of PARTS)
  test(`no page of the dashboard has more than 250 KB of script when it opens, part ${part + 1}`, async ({ inside, full }) => {
    const routes = DASHBOARD.filter((_, index) => index % PARTS.length === part);
    expect(
      await tooHeavy(
        inside,
        routes.map(({ route }) => [route, addressOf(route, full.records)]),
      ),
    ).toEqual([]);
  });

test('no page before the dashboard has more than 250 KB of script when it opens', async ({ page, context, request, origin }) => {
  const outside = PAGES_OF_TREE.filter(({ dashboard }) => !dashboard).map(({ route }) => [route, route] as const);
  expect(await tooHeavy(page, outside)).toEqual([]);
  const [name = '', ...value] = (await register(request, origin)).cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url: origin }]);
  expect(await tooHeavy(page, [['/welcome', '/welcome']])).toEqual([]);
});
