/** Puts rules into sentences that name assets by their symbols, with one statement however many the rules. */
import { ruleSentence, type SpokenRule } from '@/domain/rules/sentence/rule-sentence';
import type { Ctx } from '@/server/platform/context';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { autocommit } from '@/server/db/transaction';

/** In the order of the rules. */
export async function ruleSentences(ctx: Ctx, rules: readonly SpokenRule[]): Promise<string[]> {
  const assets = await loadAssetNames(autocommit, ctx.organization.id, assetsNamedBy(rules));
  return rules.map((rule) => ruleSentence(rule, (id) => assets.get(id)?.symbol));
}

export function assetsNamedBy(rules: readonly Pick<SpokenRule, 'actions' | 'budgets'>[]): string[] {
  const named = rules.flatMap(({ actions, budgets }) => [...actions, ...budgets]);
  return [...new Set(named.flatMap((item) => ('asset_id' in item ? [item.asset_id] : [])))];
}
