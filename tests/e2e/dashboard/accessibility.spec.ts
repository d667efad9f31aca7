/** Nothing keeps anybody from using a page: each one there is, each of its tabs, and whatever the keyboard opens on it. */
import type { Locator, Page } from '@playwright/test';
import { faultsOf } from '@tests/support/axe';
import { register } from '@tests/support/dashboard';
import { expect, OPENED_BACKTEST, test } from '@tests/support/full-organization';
import { addressOf, PAGES_OF_TREE } from '@tests/support/pages';

const WIDE = { width: 1280, height: 720 };
const NARROW = { width: 390, height: 844 };

const POPUP = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])';
const SEEN = 'data-seen-by-test';
const NEW_POPUP = `${POPUP}:not([${SEEN}])`;
/** Rows are alike: the first one of a table stands for all. */
const OPENER = ':is([aria-haspopup], [role="combobox"]):enabled:not(tbody tr ~ tr *)';

class Visit {
  readonly faults: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly address: string,
    /** Choices that were opened before, on any page of the visit: one choice is like another of the same name. */
    private readonly known: Set<string>,
  ) {}

  private async look(what: string, within: string, ...rules: Parameters<typeof faultsOf>[2][]): Promise<void> {
    for (const rule of rules)
      this.faults.push(...(await faultsOf(this.page, within, rule)).map((fault) => `${this.address} ${what}, ${rule}: ${fault}`));
  }

  async rest(): Promise<void> {
    await expect(this.page.getByRole('heading').first()).toBeVisible();
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
  }

  /** What is shown, in both colours. */
  async lookTwice(what: string, within: string): Promise<void> {
    await this.look(what, within, 'all');
    await this.inTheDark(() => this.look(`${what} in the dark`, within, 'contrast'));
  }

  async lookNarrow(): Promise<void> {
    await this.page.setViewportSize(NARROW);
    await this.look('narrow', 'html', 'all but contrast');
    await this.page.setViewportSize(WIDE);
  }

  private async inTheDark(look: () => Promise<void>): Promise<void> {
    await this.page.emulateMedia({ colorScheme: 'dark' });
    await expect(this.page.locator('html')).toHaveClass(/dark/);
    await look();
    await this.page.emulateMedia({ colorScheme: 'light' });
    await expect(this.page.locator('html')).not.toHaveClass(/dark/);
  }

  /** Opens one thing after another with the keyboard, looks at it, and closes it. */
  async openAll(within: Locator): Promise<void> {
    for (const opener of await within.locator(OPENER).filter({ visible: true }).all()) {
      const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? '';
      if ((await opener.getAttribute('role')) === 'combobox') {
        if (this.known.has(name)) continue;
        this.known.add(name);
      }
      await this.page.locator(POPUP).evaluateAll((shown, seen) => shown.forEach((one) => one.setAttribute(seen, '')), SEEN);
      await opener.press('Enter');
      const popup = this.page.locator(NEW_POPUP);
      await expect(popup, `${this.address}: “${name}” opens`).toBeVisible();
      await expect(popup.locator('[aria-busy="true"]')).toHaveCount(0);
      await this.look(`“${name}”`, NEW_POPUP, 'all');
      // Menus and choices are of one make, whose colours are those of the page.
      if (/dialog/.test((await popup.getAttribute('role')) ?? '')) {
        await this.inTheDark(() => this.look(`“${name}” in the dark`, NEW_POPUP, 'contrast'));
      }
      await this.page.keyboard.press('Escape');
      await expect(popup, `${this.address}: “${name}” closes`).toHaveCount(0);
    }
  }
}

/** Looks at a page and at what it leads to without leaving it. */
async function visit(page: Page, address: string, known: Set<string>): Promise<string[]> {
  await page.goto(address);
  const seen = new Visit(page, address, known);
  await seen.rest();
  await seen.lookTwice('page', 'html');
  await seen.lookNarrow();
  // A detail beside its list lies over what is looked at where none is open.
  if ((await page.locator(POPUP).count()) > 0) return seen.faults;
  const main = page.locator('main');
  await seen.openAll(main);
  // Those that a tab holds in itself go with it.
  for (const name of await main.getByRole('tab', { selected: false }).allTextContents()) {
    const tab = main.getByRole('tab', { name, exact: true });
    await tab.press('Enter');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await seen.rest();
    await seen.lookTwice(`tab ${name}`, 'main [role="tabpanel"]:not([hidden])');
    await seen.openAll(main.getByRole('tabpanel'));
  }
  return seen.faults;
}

async function faultsAt(page: Page, addresses: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const known = new Set<string>();
  const found: string[] = [];
  for (const address of addresses) found.push(...(await visit(page, address, known)));
  return found;
}

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: WIDE });

const PARTS = Array.from({ length: 10 }, (_, part) => part);
const DASHBOARD = [...PAGES_OF_TREE.filter(({ dashboard }) => dashboard).map(({ route }) => route), OPENED_BACKTEST];

for (const part of PARTS)
  test(`nothing on a page of the dashboard keeps anybody from using it, light, dark or narrow, part ${part + 1}`, async ({
    inside,
    full,
  }) => {
    const routes = DASHBOARD.filter((_, index) => index % PARTS.length === part);
    const addresses = routes.map((route) => addressOf(route, full.records));
    expect(await faultsAt(inside, addresses)).toEqual([]);
  });

test('nothing on a page before the dashboard keeps anybody from using it, light, dark or narrow', async ({
  page,
  context,
  request,
  origin,
}) => {
  const outside = PAGES_OF_TREE.filter(({ dashboard }) => !dashboard).map(({ route }) => route);
  expect(await faultsAt(page, outside)).toEqual([]);
  const [name = '', ...value] = (await register(request, origin)).cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url: origin }]);
  expect(await faultsAt(page, ['/welcome'])).toEqual([]);
});
