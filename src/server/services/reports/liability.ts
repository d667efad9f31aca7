/** What is owed to participants and groups: at an instant, and how it came to be over a period. */
import type { LedgerSummaryQuery, LiabilityQuery, RollForwardQuery } from '@/contract/report';
import { closingAfter, flowsOf, type FlowAmounts } from '@/domain/ledger/flows';
import { amountOf, sumAmounts, type Amount } from '@/domain/money';
import { invariant } from '@/domain/assert';
import type { Ctx } from '@/server/context';
import {
  sumLiability,
  sumNetChanges,
  type LiabilityRow,
  type NetChangeRow,
  type ReportScope,
  type ReportWindow,
} from '@/server/db/repositories/reports';
import { reportScope, reportWindow } from './report-scope';

export interface RollForwardLine {
  readonly assetId: string;
  readonly scale: number;
  readonly opening: Amount;
  readonly flows: FlowAmounts;
  readonly closing: Amount;
}

export const liability = (ctx: Ctx, query: LiabilityQuery): Promise<LiabilityRow[]> =>
  sumLiability(reportScope(ctx, query), query.as_of === undefined ? null : new Date(query.as_of));

export const rollForward = (ctx: Ctx, query: RollForwardQuery): Promise<RollForwardLine[]> =>
  linesOf(reportScope(ctx, query), reportWindow(query));

/** Everything since the first entry. */
export const ledgerSummary = (ctx: Ctx, query: LedgerSummaryQuery): Promise<RollForwardLine[]> =>
  linesOf(reportScope(ctx, query), { from: new Date(0), to: new Date(ctx.clock.now().getTime() + 1) });

async function linesOf(scope: ReportScope, window: ReportWindow): Promise<RollForwardLine[]> {
  const rows = await sumNetChanges(scope, window);
  return [...Map.groupBy(rows, ({ asset_id }) => asset_id)].map(([assetId, changes]) => lineOf(assetId, changes));
}

/** The line is asserted to have no residual: what the flows lead to is what the postings sum to. */
function lineOf(assetId: string, rows: readonly NetChangeRow[]): RollForwardLine {
  const changes = rows.map(({ type, before, more, less }) => ({ type, before, more: amountOf(more), less: amountOf(less) }));
  const opening = sumAmounts(changes.filter(({ before }) => before).flatMap(({ more, less }) => [more, less]));
  const flows = flowsOf(changes.filter(({ before }) => !before));
  const closing = closingAfter(opening, flows);
  invariant(
    closing.equals(sumAmounts(changes.flatMap(({ more, less }) => [more, less]))),
    `the roll-forward of asset ${assetId} leaves no residual`,
  );
  return { assetId, scale: rows[0]!.scale, opening, flows, closing };
}
