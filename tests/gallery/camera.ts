/** Takes a page's picture once everything on it has arrived, in the colours and the size that are asked for. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { chromiumPath } from '@tests/support/chromium';
import type { Session } from './backend';

export interface View {
  readonly width: number;
  readonly height: number;
  readonly dark: boolean;
}

const QUALITY = 82;
const PATIENCE_MS = 30_000;
/** Charts and fonts are drawn a moment after their data has arrived. */
const STILL_MS = 350;

export class Camera {
  private constructor(
    private readonly browser: Browser,
    private readonly address: string,
    private readonly folder: string,
  ) {}

  static async open(address: string, folder: string): Promise<Camera> {
    const args = ['--no-sandbox', '--disable-background-networking', '--hide-scrollbars'];
    const browser = await chromium.launch({ executablePath: chromiumPath(), args });
    await mkdir(folder, { recursive: true });
    return new Camera(browser, address, folder);
  }

  close = (): Promise<void> => this.browser.close();

  /** A page of that size, signed in where a session is given. */
  async page(view: View, session?: Session): Promise<Page> {
    const context: BrowserContext = await this.browser.newContext({
      baseURL: this.address,
      viewport: { width: view.width, height: view.height },
      colorScheme: view.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    if (!session) return page;
    const cookies = session.cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: this.address };
    });
    await context.addCookies(cookies);
    return page;
  }

  /** Opens `path`, waits, lets `prepare` use the page, and keeps the picture as `name`.webp. */
  async take(page: Page, name: string, path: string, prepare?: (page: Page) => Promise<unknown>): Promise<void> {
    await page.goto(path);
    await settled(page);
    if (prepare) {
      await prepare(page);
      await settled(page);
    }
    const cdp = await page.context().newCDPSession(page);
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await cdp.detach();
    await writeFile(join(this.folder, `${name}.webp`), Buffer.from(data, 'base64'));
  }
}

async function settled(page: Page): Promise<void> {
  // By tag: an open menu hides the rest of the page from roles.
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy="true"]').length === 0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(STILL_MS);
}
