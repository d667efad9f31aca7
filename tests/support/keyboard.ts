/** Browser tests of somebody without a pointer: every control is reached with Tab and the arrows, and a pointer that was used fails the test. */
import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expect, test as base } from './dashboard';

/** No page has as many stops; who needs more is lost. */
const MOST_STEPS = 250;
/** Going there key by key takes several times what a pointer takes, on a busy machine most of all. */
const SLOW_MACHINE_MS = 120_000;
const POINTER_EVENTS = ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'];

/** What can be done with the keys alone. */
export interface Hand {
  /** Moves the focus on or back until `wanted` has it. */
  reach(wanted: Locator): Promise<void>;
  /** Reaches a button, a link or a row and presses Enter on it. */
  use(wanted: Locator): Promise<void>;
  /** Reaches a switch, a box or a radio button and presses Space on it. */
  toggle(wanted: Locator): Promise<void>;
  /** Reaches a field and puts `text` in the place of what stands there. */
  write(field: Locator, text: string): Promise<void>;
  /** Opens a list of choices and goes down to `option`. */
  choose(list: Locator, option: string | RegExp): Promise<void>;
  /** Reaches the tabs of which `name` is one, and goes along to it. */
  openTab(name: string): Promise<void>;
  /** Finds something with ⌘K and goes there. */
  find(text: string, option: string | RegExp): Promise<void>;
  /** Presses one key, wherever the focus is. */
  key(key: string): Promise<void>;
}

/** The key that brings the focus nearer to an element, or null when it is there; nothing when the page has put another in its place. */
const keyTowards = (wanted: ElementHandle<Element>): Promise<'Tab' | 'Shift+Tab' | null | undefined> =>
  wanted.evaluate((element) => {
    const { activeElement } = document;
    if (!element.isConnected) return undefined;
    if (activeElement === element) return null;
    const place = activeElement ? element.compareDocumentPosition(activeElement) : 0;
    return place & Node.DOCUMENT_POSITION_FOLLOWING ? 'Shift+Tab' : 'Tab';
  });

/** On a page that has just come, the map and the header are skipped, as the page offers with its first stop. */
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
    // To find an element by its role takes longer than a step.
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
      // The very first page of a run can be shown before it listens.
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
