/** What axe holds against a page as it is shown, one line for each fault. */
import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** These keep somebody from using the page; the others are worth a thought. */
const STOPPING = ['serious', 'critical'];

const CONTRAST = 'color-contrast';
const RULES = {
  all: {},
  /** The one rule that colours matter to. */
  contrast: { runOnly: [CONTRAST] },
  /** What a narrow screen can change. */
  'all but contrast': { rules: { [CONTRAST]: { enabled: false } } },
} satisfies Record<string, RunOptions>;

export type Rules = keyof typeof RULES;

async function violationsOf(page: Page, within: string, rules: Rules): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
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

/** @param within selects the parts to look at; the whole page without it. */
export async function faultsOf(page: Page, within = 'html', rules: Rules = 'all'): Promise<string[]> {
  const violations = await violationsOf(page, within, rules);
  return inWords(violations.filter(({ impact }) => STOPPING.includes(impact ?? '')));
}

/** Those too that stop nobody. */
export const allFaultsOf = async (page: Page, rules: Rules = 'all'): Promise<string[]> => inWords(await violationsOf(page, 'html', rules));
