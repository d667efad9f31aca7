/** Presents corrections and their lines in their wire form. */
import type { Correction, CorrectionLine, CorrectionSummary, CorrectionTotal } from '@/contract/correction';
import { amountOf, formatAmount } from '@/domain/money';
import type { CorrectionLineRow, CorrectionTotalRow } from '@/server/db/repositories/ledger/correction-lines';
import type { CorrectionRow } from '@/server/db/repositories/ledger/corrections';
import type { CorrectionWithTotals } from '@/server/services/corrections/corrections';
import { presentTime } from './time';

export function presentCorrectionSummary(row: CorrectionRow): CorrectionSummary {
  return {
    id: row.id,
    program_id: row.program_id,
    backtest_id: row.backtest_id,
    status: row.status,
    description: row.description,
    shortfall_policy: row.shortfall_policy,
    expires_in: row.expires_in,
    from: presentTime(row.window_from),
    to: presentTime(row.window_to),
    line_count: row.line_count,
    posted_count: row.posted_count,
    skipped_count: row.skipped_count,
    failed_count: row.failed_count,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    approved_at: presentTime(row.approved_at),
    completed_at: presentTime(row.completed_at),
  };
}

export const presentCorrection = ({ correction, totals }: CorrectionWithTotals): Correction => ({
  ...presentCorrectionSummary(correction),
  totals: totals.map(presentTotal),
});

function presentTotal({ asset_id, scale, lines, ...sums }: CorrectionTotalRow): CorrectionTotal {
  const amount = (name: keyof typeof sums): string => formatAmount(amountOf(sums[name]), scale);
  return {
    asset_id,
    lines,
    to_give: amount('to_give'),
    to_take: amount('to_take'),
    recoverable: amount('recoverable'),
    shortfall: formatAmount(amountOf(sums.to_take).minus(amountOf(sums.recoverable)), scale),
    given: amount('given'),
    taken: amount('taken'),
  };
}

export function presentCorrectionLine({ scale, holder_type, holder_id, ...row }: CorrectionLineRow): CorrectionLine {
  const amount = (text: string): string => formatAmount(amountOf(text), scale);
  return {
    id: row.id,
    participant_id: holder_type === 'PARTICIPANT' ? holder_id : null,
    group_id: holder_type === 'GROUP' ? holder_id : null,
    asset_id: row.asset_id,
    had: amount(row.had),
    should_have: amount(row.should_have),
    difference: amount(row.difference),
    recoverable: amount(row.recoverable),
    shortfall: formatAmount(amountOf(row.difference).abs().minus(amountOf(row.recoverable)), scale),
    status: row.status,
    reason: row.reason,
    posted: row.posted === null ? null : amount(row.posted),
    journal_entry_id: row.journal_entry_id,
  };
}
