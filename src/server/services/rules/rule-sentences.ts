/** Puts rules into sentences that name assets by their symbols, with one statement however many the rules. */
import type { SymbolOf } from '@/domain/rules/sentence/action-words';
import { ruleSentence, type SpokenRule } from '@/domain/rules/sentence/rule-sentence';
import type { Ctx } from '@/server/platform/context';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { autocommit, type Tx } from '@/server/db/transaction';

type NamesAssets = Pick<SpokenRule, 'actions' | 'budgets'>;

/** In the order of the rules. */
export async function ruleSentences(ctx: Ctx, rules: readonly SpokenRule[]): Promise<string[]> {
  const symbolOf = await symbolsOf(ctx, rules);
  return rules.map((rule) => ruleSentence(rule, symbolOf));
}

/** The symbols of the assets that rules name. @param tx the transaction that may have made them, if not yet committed. */
export async function symbolsOf(ctx: Ctx, rules: readonly NamesAssets[], tx: Pick<Tx, 'query'> = autocommit): Promise<SymbolOf> {
  const assets = await loadAssetNames(tx, ctx.organization.id, assetsNamedBy(rules));
  return (id) => assets.get(id)?.symbol;
}

export function assetsNamedBy(rules: readonly NamesAssets[]): string[] {
  const named = rules.flatMap(({ actions, budgets }) => [...actions, ...budgets]);
  return [...new Set(named.flatMap((item) => ('asset_id' in item ? [item.asset_id] : [])))];
}
