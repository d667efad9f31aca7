/** Drives browser tests by keyboard alone: every control is reached with Tab and the arrows, and any pointer event fails the test. */
import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expect, test as base } from './dashboard';

/** More than the tab stops of any page; who needs more is lost. */
const MOST_STEPS = 250;
/** Moving key by key takes several times as long as a pointer, above all on a busy machine. */
const SLOW_MACHINE_MS = 120_000;
const POINTER_EVENTS = ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'];

/** What can be done by keyboard alone. */
export interface Hand {
  /** Moves the focus forwards or backwards until `wanted` has it. */
  reach(wanted: Locator): Promise<void>;
  /** Reaches a button, link or row and presses Enter on it. */
  use(wanted: Locator): Promise<void>;
  /** Reaches a switch, checkbox or radio button and presses Space on it. */
  toggle(wanted: Locator): Promise<void>;
  /** Reaches a field and replaces its content with `text`. */
  write(field: Locator, text: string): Promise<void>;
  /** Opens a select and moves down to `option`. */
  choose(list: Locator, option: string | RegExp): Promise<void>;
  /** Reaches the tab list that contains `name` and moves along to it. */
  openTab(name: string): Promise<void>;
  /** Searches with ⌘K and opens the result. */
  find(text: string, option: string | RegExp): Promise<void>;
  /** Presses one key, wherever the focus is. */
  key(key: string): Promise<void>;
}

/** The key that moves the focus towards an element; null when it has it, undefined when the page has replaced the element. */
const keyTowards = (wanted: ElementHandle<Element>): Promise<'Tab' | 'Shift+Tab' | null | undefined> =>
  wanted.evaluate((element) => {
    const { activeElement } = document;
    if (!element.isConnected) return undefined;
    if (activeElement === element) return null;
    const place = activeElement ? element.compareDocumentPosition(activeElement) : 0;
    return place & Node.DOCUMENT_POSITION_FOLLOWING ? 'Shift+Tab' : 'Tab';
  });

/** On a freshly loaded page, skips navigation and header by the skip link, its first tab stop. */
async function skipTheMap(page: Page, wanted: Locator): Promise<void> {
  const far = await wanted.evaluate((element) => document.activeElement === document.body && element.closest('#content') !== null);
  if (!far) return;
  await page.keyboard.press('Tab');
  if (await page.evaluate(() => document.activeElement?.getAttribute('href') === '#content')) await page.keyboard.press('Enter');
}

function handOn(page: Page): Hand {
  const { keyboard } = page;
  const reach = async (wanted: Locator) => {
    await expect(wanted).toBeVisible();
    await expect(wanted).toBeEnabled();
    await skipTheMap(page, wanted);
    // Finding an element by role takes longer than a step.
    let element = await wanted.elementHandle();
    for (let step = 0; step < MOST_STEPS; step++) {
      const key = await keyTowards(element!);
      if (key === null) return;
      if (key) await keyboard.press(key);
      else element = await wanted.elementHandle();
    }
    throw new Error(`${wanted.toString()} is not reached with Tab`);
  };
  const press = async (wanted: Locator, key: string) => {
    await reach(wanted);
    await keyboard.press(key);
  };
  const write = async (field: Locator, text: string) => {
    await press(field, 'ControlOrMeta+a');
    await keyboard.type(text);
  };
  return {
    reach,
    use: (wanted) => press(wanted, 'Enter'),
    toggle: (wanted) => press(wanted, 'Space'),
    write,
    key: (key) => keyboard.press(key),
    choose: async (list, option) => {
      await press(list, 'Enter');
      const wanted = page.getByRole('option', { name: option });
      await expect(wanted).toBeVisible();
      await keyboard.press('Home');
      for (let step = 0; step < MOST_STEPS && !(await wanted.evaluate((item) => item === document.activeElement)); step++)
        await keyboard.press('ArrowDown');
      await expect(wanted).toBeFocused();
      await keyboard.press('Enter');
      await expect(wanted).toBeHidden();
    },
    openTab: async (name) => {
      const wanted = page.getByRole('tab', { name, exact: true });
      const tabs = page.getByRole('tablist').filter({ has: wanted });
      await reach(tabs.getByRole('tab', { selected: true }));
      for (let step = 0; step < MOST_STEPS && !(await wanted.evaluate((tab) => tab === document.activeElement)); step++)
        await keyboard.press('ArrowRight');
      await expect(wanted).toHaveAttribute('aria-selected', 'true');
    },
    find: async (text, option) => {
      const box = page.getByPlaceholder('A page, a name, an id');
      // The first page of a run can be visible before it is hydrated.
      await expect(async () => {
        await keyboard.press('ControlOrMeta+k');
        await expect(box).toBeFocused({ timeout: 1_000 });
      }).toPass();
      await keyboard.type(text);
      const wanted = page.getByRole('option', { name: option });
      await expect(wanted).toBeVisible();
      for (let step = 0; step < MOST_STEPS && (await wanted.getAttribute('aria-selected')) !== 'true'; step++)
        await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await expect(box).toHaveCount(0);
    },
  };
}

export const test = base.extend<{ hand: Hand }>({
  hand: async ({ page }, use, testInfo) => {
    testInfo.setTimeout(SLOW_MACHINE_MS);
    const pointers: string[] = [];
    await page.exposeFunction('tellOfPointer', (type: string) => void pointers.push(type));
    await page.addInitScript((types) => {
      const tell = ({ type }: Event) => void (window as unknown as { tellOfPointer: (type: string) => unknown }).tellOfPointer(type);
      for (const type of types) window.addEventListener(type, tell, { capture: true, passive: true });
    }, POINTER_EVENTS);
    await use(handOn(page));
    expect(pointers, 'only the keyboard is used').toEqual([]);
  },
});

export { expect } from './dashboard';
