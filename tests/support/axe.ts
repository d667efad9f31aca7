/** Checks a rendered page with axe and reports one line per violation. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';

/** Minified: half the size, and every page that is checked parses it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Impacts that keep somebody from using the page; lesser ones are advice. */
const STOPPING = ['serious', 'critical'];

const CONTRAST = 'color-contrast';
const RULES = {
  all: {},
  /** The only rule that depends on colours. */
  contrast: { runOnly: [CONTRAST] },
  /** The rules whose outcome can change on a narrow screen. */
  'all but contrast': { rules: { [CONTRAST]: { enabled: false } } },
} satisfies Record<string, RunOptions>;

export type Rules = keyof typeof RULES;

async function violationsOf(page: Page, within: string, rules: Rules): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition) || one.playState !== 'running'));
  return page.evaluate(
    ([selector, options]) =>
      (window as unknown as { axe: typeof axe }).axe
        .run(selector, { ...options, resultTypes: ['violations'], iframes: false, preload: false })
        .then((results: AxeResults) => results.violations),
    [within, RULES[rules] as RunOptions] as const,
  );
}

const inWords = (violations: AxeResults['violations']): string[] =>
  violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 200)}`).join('; ')}`);

/** @param within selector of the parts to check; by default the whole page. */
export async function faultsOf(page: Page, within = 'html', rules: Rules = 'all'): Promise<string[]> {
  const violations = await violationsOf(page, within, rules);
  return inWords(violations.filter(({ impact }) => STOPPING.includes(impact ?? '')));
}

export type Colours = 'light' | 'dark';

/** Resolves when the page shows the colours; pages with their own switch apply a class a moment later. */
export async function setColours(page: Page, colours: Colours): Promise<void> {
  await page.emulateMedia({ colorScheme: colours, reducedMotion: 'reduce' });
  const other: Colours = colours === 'light' ? 'dark' : 'light';
  await page.waitForFunction((name) => !document.documentElement.classList.contains(name), other);
}

/** Checks all rules in light colours, and only contrast in dark ones. */
export async function faultsInBothColours(
  page: Page,
  find: typeof allFaultsOf = (looked, rules) => faultsOf(looked, 'html', rules),
): Promise<string[]> {
  await setColours(page, 'light');
  const light = await find(page, 'all');
  await setColours(page, 'dark');
  return [...light, ...(await find(page, 'contrast')).map((fault) => `in the dark: ${fault}`)];
}

/** Includes violations that stop nobody. */
export const allFaultsOf = async (page: Page, rules: Rules = 'all'): Promise<string[]> => inWords(await violationsOf(page, 'html', rules));
