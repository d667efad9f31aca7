/**
 * Every page, in one visit each, loads little script, fits a narrow screen and has no serious accessibility
 * fault; nor has any of its tabs, or any dialog, menu or choice that the keyboard opens on it.
 */
import type { Locator, Page } from '@playwright/test';
import { faultsOf, setColours, type Colours, type Rules } from '@tests/support/axe';
import { register, signIn } from '@tests/support/dashboard';
import { expect, OPENED_BACKTEST, test } from '@tests/support/full-organization';
import { addressOf, beyondTheScreen, PAGES_OF_TREE, resize, scriptOf } from '@tests/support/pages';

const WIDE = { width: 1280, height: 720 };
const NARROW = { width: 380, height: 800 };

/** The most compressed JavaScript that a page may load. */
const MOST_BYTES = 250_000;
/** In the address of a detail opened beside its list, which loads after the list. */
const OPEN = 'open=';
/** No page loads less; a lower measurement has missed scripts. */
const LEAST_BYTES = 50_000;

/** A list within a dialog is part of it. */
const POPUP = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([role="dialog"] [role="listbox"])';
const SEEN = 'data-seen-by-test';
const NEW_POPUP = `${POPUP}:not([${SEEN}])`;
/** The first row of a table stands for all of them. */
const OPENER = ':is([aria-haspopup], [role="combobox"]):enabled:not(tbody tr ~ tr *)';

class Walk {
  readonly faults: string[] = [];
  private address = '';
  private colours: Colours = 'light';
  /** Choices opened before on any page of the walk; one with the same name is not opened again. */
  private readonly known = new Set<string>();

  constructor(private readonly page: Page) {}

  /** Checks a page and everything that opens on it. */
  async visit(address: string): Promise<void> {
    this.address = address;
    await this.page.goto(address);
    await this.rest();
    await this.look('page', 'html', 'all');
    await this.weigh();
    await this.lookInTheOtherColours('page', 'html');
    await this.lookNarrow();
    // With a detail open beside it, the list was checked on the page without one.
    if ((await this.page.locator(POPUP).count()) > 0) return;
    const main = this.page.locator('main');
    await this.openAll(main);
    // Nested tabs are checked with the tab that holds them.
    for (const name of await main.getByRole('tab', { selected: false }).allTextContents()) {
      const tab = main.getByRole('tab', { name, exact: true });
      await tab.press('Enter');
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await this.rest();
      const panel = 'main [role="tabpanel"]:not([hidden])';
      await this.look(`tab ${name}`, panel, 'all');
      await this.lookInTheOtherColours(`tab ${name}`, panel);
      await this.openAll(main.getByRole('tabpanel'));
    }
  }

  private async rest(): Promise<void> {
    await expect(this.page.getByRole('heading').first()).toBeVisible();
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
  }

  private async look(what: string, within: string, rules: Rules): Promise<void> {
    const faults = await faultsOf(this.page, within, rules);
    this.faults.push(...faults.map((fault) => `${this.address} ${what}, ${this.colours}, ${rules}: ${fault}`));
  }

  /** The colour scheme of the last check; the next one begins with it, as switching costs as much as a check. */
  private async lookInTheOtherColours(what: string, within: string): Promise<void> {
    this.colours = this.colours === 'light' ? 'dark' : 'light';
    await setColours(this.page, this.colours);
    await this.look(what, within, 'contrast');
  }

  private async lookNarrow(): Promise<void> {
    await resize(this.page, NARROW);
    await this.look('narrow', 'html', 'all but contrast');
    await expect.poll(() => beyondTheScreen(this.page), `${this.address} fits ${NARROW.width} pixels`).toBeLessThanOrEqual(0);
    await resize(this.page, WIDE);
  }

  /** The scripts that were loaded until the page came to rest, before anything was touched. */
  private async weigh(): Promise<void> {
    const bytes = await scriptOf(this.page);
    expect(bytes, `${this.address} has scripts`).toBeGreaterThan(LEAST_BYTES);
    if (bytes > MOST_BYTES && !this.address.includes(OPEN))
      this.faults.push(`${this.address} has ${(bytes / 1_000).toFixed(1)} KB of script`);
  }

  private async lookWhereItBegins(name: string, dialog: Locator): Promise<void> {
    const begins = await dialog.evaluate((shown) => {
      const { activeElement } = document;
      return shown.contains(activeElement) && activeElement?.getAttribute('aria-label') !== 'Close';
    });
    if (!begins) this.faults.push(`${this.address} “${name}” does not begin where it is answered`);
  }

  /** Opens one control after another with the keyboard, checks what opened, and closes it. */
  private async openAll(within: Locator): Promise<void> {
    for (const opener of await within.locator(OPENER).filter({ visible: true }).all()) {
      const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? '';
      if ((await opener.getAttribute('role')) === 'combobox') {
        if (this.known.has(name)) continue;
        this.known.add(name);
      }
      await this.page.locator(POPUP).evaluateAll((shown, seen) => shown.forEach((one) => one.setAttribute(seen, '')), SEEN);
      // In a field in which one also types, Enter is the form's.
      await opener.press((await opener.and(within.locator('input')).count()) > 0 ? 'ArrowDown' : 'Enter');
      const popup = this.page.locator(NEW_POPUP);
      await expect(popup, `${this.address}: “${name}” opens`).toBeVisible();
      await expect(popup.locator('[aria-busy="true"]')).toHaveCount(0);
      await this.look(`“${name}”`, NEW_POPUP, 'all');
      if ((await popup.and(this.page.locator('[data-modal]')).count()) > 0) await this.lookWhereItBegins(name, popup);
      // Menus and choices share one component, in the colours of the page.
      if (/dialog/.test((await popup.getAttribute('role')) ?? '')) await this.lookInTheOtherColours(`“${name}”`, NEW_POPUP);
      await this.page.keyboard.press('Escape');
      await expect(popup, `${this.address}: “${name}” closes`).toHaveCount(0);
    }
  }
}

async function withErrorPath(page: Page, addresses: readonly string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const walk = new Walk(page);
  for (const address of addresses) await walk.visit(address);
  return walk.faults;
}

/** Each test walks through many pages. */
test.describe.configure({ timeout: 900_000 });
test.use({ viewport: WIDE });

const PARTS = [0, 1, 2, 3, 4, 5] as const;
const DASHBOARD = [...PAGES_OF_TREE.filter(({ dashboard }) => dashboard).map(({ route }) => route), OPENED_BACKTEST];

for (const part of PARTS)
  test(`a page of the dashboard has at most 250 KB of script and keeps nobody from using it, light, dark or narrow, part ${part + 1}`, async ({
    inside,
    full,
  }) => {
    const routes = DASHBOARD.filter((_, index) => index % PARTS.length === part);
    const addresses = routes.map((route) => addressOf(route, full.records));
    expect(await withErrorPath(inside, addresses)).toEqual([]);
  });

test('a page before the dashboard has at most 250 KB of script and keeps nobody from using it, light, dark or narrow', async ({
  page,
  request,
  origin,
}) => {
  const outside = PAGES_OF_TREE.filter(({ dashboard }) => !dashboard).map(({ route }) => route);
  expect(await withErrorPath(page, outside)).toEqual([]);
  await signIn(page, origin, await register(request, origin));
  expect(await withErrorPath(page, ['/welcome'])).toEqual([]);
});
