/** Presents closed periods and their figures in their wire form: every amount at its asset's scale. */
import type { LedgerPeriod, PeriodBalanceRow, PeriodFiguresRow } from '@/contract/ledger-period';
import { withFields } from '@/domain/fields';
import { FLOWS } from '@/domain/ledger/flows';
import { amountOf, formatAmount } from '@/domain/money';
import type { LedgerPeriodRow } from '@/server/db/repositories/ledger/ledger-periods';
import type { BalancesRow, FiguresRow } from '@/server/db/repositories/ledger/period-books';
import { presentTime } from './time';

export function presentPeriod(row: LedgerPeriodRow): LedgerPeriod {
  return {
    id: row.id,
    status: row.status,
    description: row.description,
    from: presentTime(row.period_from),
    to: presentTime(row.period_to),
    entry_count: row.entry_count,
    chain_position: row.chain_position,
    seal_hash: row.seal_hash,
    reopen_reason: row.reopen_reason,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    closed_at: presentTime(row.closed_at),
    reopened_at: presentTime(row.reopened_at),
  };
}

export function presentPeriodFigures(row: FiguresRow): PeriodFiguresRow {
  const amount = (text: string): string => formatAmount(amountOf(text), row.scale);
  return {
    program_id: row.program_id,
    asset_id: row.asset_id,
    opening: amount(row.opening),
    ...withFields(FLOWS, (flow) => amount(row[flow])),
    closing: amount(row.closing),
  };
}

export function presentPeriodBalance({ scale, balance, ...row }: BalancesRow): PeriodBalanceRow {
  return { ...row, balance: formatAmount(amountOf(balance), scale) };
}
