/** The documentation in a browser: readable by everybody, at any width, with and without its script. */
import { allFaultsOf, faultsInBothColours } from '@tests/support/axe';
import { expect, test } from '@tests/support/dashboard';
import { beyondTheScreen } from '@tests/support/pages';

const PAGES = [
  '/docs',
  '/docs/quickstart',
  '/docs/ledger',
  '/docs/actions',
  '/docs/cel',
  '/docs/webhooks',
  '/docs/templates',
  '/docs/scaling',
  '/docs/api',
  '/docs/api/redemptions',
  '/docs/search?q=hold',
  '/errors',
  '/errors/insufficient_funds',
  '/changelog',
];

/** One of each kind; to look through the longest pages takes a minute each. */
const LOOKED_THROUGH = ['/docs', '/docs/quickstart', '/docs/ledger', '/docs/search?q=lots', '/errors/insufficient_funds', '/changelog'];

test('no page has anything against it for those who cannot see or point, light or dark', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  for (const path of LOOKED_THROUGH) {
    await page.goto(path);
    expect(await faultsInBothColours(page, allFaultsOf), path).toEqual([]);
  }
  expect(errors).toEqual([]);
});

test('every page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 380, height: 780 });
  for (const path of PAGES) {
    await page.goto(path);
    expect([path, await beyondTheScreen(page)]).toEqual([path, 0]);
  }
  await page.getByRole('link', { name: 'All pages' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages', exact: true })).toBeInViewport();
});

for (const width of [390, 1280]) {
  test(`the button that copies code lies beside it in a window of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/docs/quickstart');
    const over = await page.locator('.code:has(.copy)').evaluateAll((codes) =>
      codes.map((code) => {
        const button = code.querySelector('.copy')!.getBoundingClientRect();
        const shown = [...code.querySelectorAll('pre')].find(({ offsetParent }) => offsetParent !== null)!.getBoundingClientRect();
        return button.left < shown.right && button.right > shown.left && button.top < shown.bottom && button.bottom > shown.top;
      }),
    );
    expect(over.length).toBeGreaterThan(2);
    expect(over).not.toContain(true);
  });
}

test('a language that is chosen once is shown everywhere, and copied as it is shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/quickstart');
  await expect(page.locator('pre.in-sh').first()).toBeVisible();
  await page.getByRole('radio', { name: 'TypeScript' }).first().focus();
  await page.keyboard.press('Space');
  await expect(page.locator('pre.in-sh:visible')).toHaveCount(0);
  await page.reload();
  const shown = page.locator('pre.in-ts').first();
  await expect(shown).toBeVisible();
  await page.locator('fieldset.code').first().getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status')).toHaveText('The code was copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await shown.textContent());
});

test('the search is a key away, answers while one types, and its words lead to the place', async ({ page }) => {
  await page.goto('/docs/quickstart');
  await page.keyboard.press('/');
  await page.keyboard.type('overdraft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/search\?q=overdraft/);
  await page.getByRole('searchbox').fill('insufficient_funds');
  await page.getByRole('link', { name: 'insufficient_funds', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('insufficient_funds');
});

test('colours that are chosen here or in the dashboard stay chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/docs');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.goto('/changelog');
  expect(await background()).toBe(dark);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read, searched and chosen', async ({ page }) => {
    await page.goto('/docs/quickstart');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the text' })).toBeFocused();
    await page.getByText('TypeScript', { exact: true }).first().click();
    await expect(page.locator('pre.in-ts').first()).toBeVisible();
    await page.getByRole('searchbox').fill('reset-budget');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'POST /v1/rules/{id}/reset-budget' })).toBeVisible();
    await page.goBack();
    await page.getByRole('navigation', { name: 'Next pages' }).getByRole('link').last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('TypeScript client');
  });
});

test('the feed of changes is a whole Atom feed', async ({ page, request }) => {
  const text = await (await request.get('/changelog.xml')).text();
  await page.goto('/changelog');
  const feed = await page.evaluate((xml) => {
    const document = new DOMParser().parseFromString(xml, 'application/xml');
    const of = (parent: Element, name: string): string[] =>
      [...parent.children].filter((child) => child.localName === name).map((child) => child.textContent ?? '');
    const entries = [...document.querySelectorAll('entry')];
    return {
      root: `${document.documentElement.namespaceURI} ${document.documentElement.localName}`,
      own: ['id', 'title', 'updated', 'author'].map((name) => of(document.documentElement, name).length),
      updated: of(document.documentElement, 'updated')[0],
      entries: entries.map((entry) => ['id', 'title', 'updated', 'content'].flatMap((name) => of(entry, name))),
      links: entries.map((entry) => entry.querySelector('link')?.getAttribute('href') ?? ''),
    };
  }, text);
  expect(feed.root).toBe('http://www.w3.org/2005/Atom feed');
  expect(feed.own).toEqual([1, 1, 1, 1]);
  expect(feed.entries.length).toBeGreaterThan(2);
  expect(new Set(feed.entries.map(([id]) => id)).size).toBe(feed.entries.length);
  const times = feed.entries.map(([, , updated]) => updated!);
  for (const [entry, time] of feed.entries.map((one, index) => [one, times[index]!] as const)) {
    expect(entry).toHaveLength(4);
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
  expect(feed.updated).toBe([...times].sort().at(-1));
  for (const link of feed.links) await expect(page.locator(`[id="${link.split('#')[1]}"]`)).toHaveCount(1);
});
