/** Presents backtests in their wire form. */
import type { Backtest, BacktestSummary } from '@/contract/backtest';
import type { BacktestResult } from '@/domain/backtests/result';
import type { BacktestRow, BacktestWithResult } from '@/server/db/repositories/backtests/backtests';
import type { ToldBacktest } from '@/server/services/backtests/backtests';
import { presentTime } from './time';

export function presentBacktestSummary({
  window_from,
  window_to,
  created_at,
  updated_at,
  completed_at,
  ...row
}: BacktestRow): BacktestSummary {
  return {
    id: row.id,
    program_id: row.program_id,
    status: row.status,
    from: presentTime(window_from),
    to: presentTime(window_to),
    participant_ids: row.participant_ids,
    is_draft: row.is_draft,
    rule_configuration_version: row.rule_configuration_version,
    processed: row.processed,
    total: row.total,
    error_message: row.error_message,
    created_at: presentTime(created_at),
    updated_at: presentTime(updated_at),
    completed_at: presentTime(completed_at),
  };
}

/** One that has not ended yet, or ended without a result. */
export const presentBegun = (row: BacktestWithResult): Backtest => presentBacktest({ backtest: row, sentences: new Map() });

export function presentBacktest({ backtest: { result, ...row }, sentences }: ToldBacktest): Backtest {
  return { ...presentBacktestSummary(row), result: result && presentResult(result, sentences) };
}

const presentResult = (
  { assets, liability, rules, budgets, holders, top_events, ...result }: BacktestResult,
  sentences: ToldBacktest['sentences'],
): NonNullable<Backtest['result']> => ({
  ...result,
  assets: [...assets],
  liability: [...liability],
  rules: rules.map((rule) => ({ ...rule, sentence: sentences.get(rule.rule_id) ?? null, assets: [...rule.assets] })),
  budgets: budgets.map(({ campaign = null, ...budget }) => ({ ...budget, campaign })),
  holders: { ...holders, top: holders.top.map((holder) => ({ ...holder, assets: [...holder.assets] })) },
  top_events: top_events.map((event) => ({ ...event, assets: [...event.assets] })),
});
