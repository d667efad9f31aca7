/** Reads a backtest with a sentence for each rule of its result: as it was tried, or as it is now if it only acted in reality. */
import type { BacktestPath } from '@/contract/backtest';
import type { SpokenRule } from '@/domain/rules/sentence/rule-sentence';
import type { Ctx } from '@/server/platform/context';
import { loadBacktestedRules, type BacktestedRule, type BacktestWithResult } from '@/server/db/repositories/backtests/backtests';
import { listSpokenRules } from '@/server/db/repositories/rules/rules';
import { ruleSentences } from '@/server/services/rules/rule-sentences';
import { getBacktest } from './get-backtest';

export interface ToldBacktest {
  readonly backtest: BacktestWithResult;
  /** By the id of the rule. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** @throws DomainError not_found. */
export async function tellBacktest(ctx: Ctx, path: BacktestPath): Promise<ToldBacktest> {
  const backtest = await getBacktest(ctx, path);
  if (backtest.result === null) return { backtest, sentences: new Map() };
  const others = backtest.result.rules.filter(({ tried }) => !tried).map(({ rule_id }) => rule_id);
  const rules = [
    ...(await loadBacktestedRules(ctx.organization.id, backtest.id)).map(asTried),
    ...(others.length === 0 ? [] : await listSpokenRules(ctx.organization.id, others)),
  ];
  const sentences = await ruleSentences(ctx, rules);
  return { backtest, sentences: new Map(rules.map(({ id }, index) => [id, sentences[index] ?? ''])) };
}

const asTried = ({
  id,
  condition,
  actions,
  budgets,
  stopAfterMatch,
  activeFrom,
  activeTo,
}: BacktestedRule): SpokenRule & { id: string } => ({
  id,
  condition,
  actions,
  budgets,
  stop_after_match: stopAfterMatch,
  active_from: activeFrom,
  active_to: activeTo,
});
