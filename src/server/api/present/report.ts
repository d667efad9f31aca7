/** Presents reports in their wire form: every amount at its asset's scale. */
import type {
  ExpirationLine,
  LedgerSummaryRow,
  LiabilityLine,
  ProgramActivityLine,
  RedemptionReportLine,
  RollForwardRow,
  RulePerformanceLine,
} from '@/contract/report';
import { withFields } from '@/domain/fields';
import { FLOWS } from '@/domain/ledger/flows';
import { amountOf, formatAmount } from '@/domain/money';
import type * as activity from '@/server/db/repositories/reports/program-activity';
import type * as lines from '@/server/db/repositories/reports/liability-lines';
import type * as rows from '@/server/db/repositories/reports/reports';
import type * as rules from '@/server/db/repositories/reports/rule-performance';
import type { RollForwardLine } from '@/server/services/reports/reports';
import { presentTime } from './time';

const amount = (text: string, { scale }: { scale: number }): string => formatAmount(amountOf(text), scale);

const presentFlows = ({ flows, scale }: RollForwardLine) => withFields(FLOWS, (flow) => formatAmount(flows[flow], scale));

export function presentRollForward(line: RollForwardLine): RollForwardRow {
  const { assetId, opening, closing, scale } = line;
  return { asset_id: assetId, opening: formatAmount(opening, scale), ...presentFlows(line), closing: formatAmount(closing, scale) };
}

export function presentLedgerSummary(line: RollForwardLine): LedgerSummaryRow {
  return { asset_id: line.assetId, ...presentFlows(line), outstanding: formatAmount(line.closing, line.scale) };
}

export function presentLiability(row: lines.LiabilityRow): LiabilityLine {
  return { asset_id: row.asset_id, program_id: row.program_id, liability: amount(row.liability, row) };
}

export function presentExpiration(row: rows.ExpirationRow): ExpirationLine {
  return { asset_id: row.asset_id, period_start: presentTime(row.period_start), amount: amount(row.amount, row) };
}

export function presentRulePerformance(row: rules.RulePerformanceRow): RulePerformanceLine {
  const { scale: _, ...shown } = row;
  return { ...shown, credited: amount(row.credited, row), debited: amount(row.debited, row) };
}

export function presentRedemptionReport(row: rows.RedemptionReportRow): RedemptionReportLine {
  const { scale: _, ...shown } = row;
  return {
    ...shown,
    completed_amount: amount(row.completed_amount, row),
    reversed_amount: amount(row.reversed_amount, row),
    pending_amount: amount(row.pending_amount, row),
  };
}

export function presentProgramActivity(row: activity.ProgramActivityRow): ProgramActivityLine {
  return { ...row, period_start: presentTime(row.period_start) };
}
