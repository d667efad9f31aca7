/** Drives the dashboard as a program manager does, with pointer and keyboard, and counts both as the browser saw them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { test as base } from './dashboard';

export interface Manager {
  readonly page: Page;
  click(wanted: Locator): Promise<void>;
  /** Replaces what a field holds, key by key. */
  write(field: Locator, text: string): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  /** Opens a select and takes an option. */
  choose(within: Locator | Page, label: string, option: string): Promise<void>;
  /** Adds a line to a condition: looks for its field by typing, and takes the option. */
  addCondition(within: Locator, search: string, option: string | RegExp): Promise<void>;
  /** Puts a field into a text. */
  insertField(text: string, search: string, option: string): Promise<void>;
  /** Clicks and keys so far. */
  effort(): { readonly clicks: number; readonly keys: number };
}

declare global {
  interface Window {
    countInput(kind: string): void;
  }
}

async function managerOn(page: Page): Promise<Manager> {
  const counted = { pointerdown: 0, keydown: 0 };
  await page.exposeFunction('countInput', (kind: keyof typeof counted) => (counted[kind] += 1));
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'keydown'])
      document.addEventListener(kind, ({ isTrusted }) => isTrusted && window.countInput(kind), { capture: true });
  });
  const click = (wanted: Locator) => wanted.click();
  const type = (text: string) => page.keyboard.type(text);
  const take = async (label: string, search: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: label }).pressSequentially(search);
    await click(page.getByRole('option', { name: option }).first());
  };
  return {
    page,
    click,
    type,
    async write(field, text) {
      await click(field);
      // Nobody types before the caret is there.
      await expect(field).toBeFocused();
      if ((await field.evaluate((element) => ('value' in element ? element.value : element.textContent))) !== '')
        await page.keyboard.press('ControlOrMeta+a');
      await type(text);
    },
    async choose(within, label, option) {
      await click(within.getByRole('combobox', { name: label, exact: true }));
      await click(page.getByRole('option', { name: option, exact: true }));
    },
    async addCondition(within, search, option) {
      await click(within.getByRole('button', { name: 'Add condition' }).last());
      await take('What the condition is about', search, option);
    },
    async insertField(text, search, option) {
      await click(page.getByRole('button', { name: `Insert a field into ${text}`, exact: true }));
      await take(`Field to insert into ${text}`, search, option);
    },
    effort: () => ({ clicks: counted.pointerdown, keys: counted.keydown }),
  };
}

export const test = base.extend<{ manager: Manager }>({
  manager: async ({ dashboard }, use, testInfo) => {
    const manager = await managerOn(dashboard);
    await use(manager);
    const { clicks, keys } = manager.effort();
    testInfo.annotations.push({ type: 'effort', description: `${clicks} clicks, ${keys} keys` });
    process.stdout.write(`${testInfo.title}: ${clicks} clicks, ${keys} keys\n`);
  },
});
