/** The rules of the documented recipes, each to be seen as code and as what is chosen; suspended, so that they give nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asset } from '@/contract/asset';
import type { Program } from '@/contract/program';
import type { Rule } from '@/contract/rule';
import type { Page } from '@playwright/test';
import type { Backend } from './backend';

const PAGE = join('src', 'server', 'rest', 'pages', 'docs', 'content', 'recipes.md');
const RULE = /^```json rule\n([^]*?)^```$/gm;

interface Recipe {
  readonly title: string;
  /** The last of them is the one that gives or takes. */
  readonly rules: readonly string[];
}

export const RECIPES: readonly Recipe[] = readFileSync(PAGE, 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    rules: [...section.matchAll(RULE)].flatMap(([, rule]) => rule ?? []),
  }));

const placeOf = (index: number): string => `recipe${index + 1}`;

/** @returns the ids of the rules, by the names that addresses of pictures have in braces. */
export async function makeRecipes(api: Backend): Promise<Record<string, string>> {
  const program = await api.post<Program>('/programs', { name: 'Recipes', timezone: 'Europe/Berlin' });
  const kind = { scale: 2, inventory_mode: 'LOT', issuance_policy: 'UNLIMITED', program_ids: [program.id] };
  const asset = await api.post<Asset>('/assets', { name: 'Beans', symbol: 'BEAN', ...kind });
  await api.post(`/programs/${program.id}/tiers`, { key: 'status', name: 'Status', levels: [{ key: 'gold', rank: 1 }] });
  const places: Record<string, string> = {};
  for (const [index, { rules }] of RECIPES.entries()) {
    for (const rule of rules) {
      const written = JSON.parse(rule.replaceAll('$ASSET_ID', asset.id)) as object;
      places[placeOf(index)] = (await api.post<Rule>('/rules', { program_id: program.id, status: 'SUSPENDED', ...written })).id;
    }
  }
  return places;
}

async function show(page: Page, view: 'Blocks' | 'CEL'): Promise<void> {
  await page.evaluate((shown) => localStorage.setItem('condition-view', shown), view);
  await page.reload();
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await page.getByRole('heading', { name: 'When', exact: true }).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const amount = page.getByRole('combobox', { name: 'How much', exact: true });
  if (view === 'CEL' && (await amount.count()) > 0) {
    await amount.click();
    await page.getByRole('option', { name: 'A formula', exact: true }).click();
  }
  await page.getByRole('heading', { name: 'When', exact: true }).evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await page.mouse.wheel(0, -90);
}

/** Each as its code was written before, and as it is chosen now. */
export const RECIPE_SHOTS = RECIPES.flatMap(({ title }, index) => {
  const path = `/rules/{${placeOf(index)}}`;
  return [
    { name: `recipe-${index + 1}-code`, path, caption: `${title}: before, as code.`, prepare: (page: Page) => show(page, 'CEL') },
    { name: `recipe-${index + 1}`, path, caption: `${title}: the same rule, chosen.`, prepare: (page: Page) => show(page, 'Blocks') },
  ];
});
