/**
 * Reports on rules, redemptions, activity and upcoming expirations, on what is owed to participants and groups, and on what accounts of each type hold, which
 * sums to zero for every asset.
 */
import type {
  ExpirationQuery,
  LedgerSummaryQuery,
  LiabilityQuery,
  ProgramActivityQuery,
  RedemptionReportQuery,
  RollForwardQuery,
  RulePerformanceQuery,
  TrialBalanceQuery,
} from '@/contract/report';
import { invariant } from '@/domain/assert';
import { closingAfter, flowsOf, type FlowAmounts } from '@/domain/ledger/flows';
import { amountOf, sumAmounts, type Amount } from '@/domain/money';
import { LAST_INSTANT } from '@/domain/timestamp';
import { mapped, type Listing, type ListingRequest } from '@/server/db/listing';
import { accountTotals, type AccountTypeTotal } from '@/server/db/repositories/ledger/account-totals';
import { countedActivity, countedRules } from '@/server/db/repositories/reports/activity-days';
import type { OpenWindow } from '@/server/db/repositories/reports/day-windows';
import type { FlowRow, FlowScope } from '@/server/db/repositories/reports/ledger-flows';
import { flowLines, liabilityRows, type FlowLine, type LiabilityRow } from '@/server/db/repositories/reports/liability-lines';
import * as activity from '@/server/db/repositories/reports/program-activity';
import {
  expirations,
  redemptionTotals,
  type ExpirationRow,
  type RedemptionReportRow,
  type ReportWindow,
} from '@/server/db/repositories/reports/reports';
import * as rules from '@/server/db/repositories/reports/rule-performance';
import type { Ctx } from '@/server/platform/context';

export const expirationSchedule = (ctx: Ctx, query: ExpirationQuery): Listing<ExpirationRow> =>
  expirations(reportScope(ctx, query), query.granularity, reportRequest(ctx, query));

export const rulePerformance = async (ctx: Ctx, query: RulePerformanceQuery): Promise<Listing<rules.RulePerformanceRow>> =>
  rules.rulePerformance(reportScope(ctx, query), reportWindow(query), await countedRules(ctx.organization.id), reportRequest(ctx, query));

export const redemptionReport = (ctx: Ctx, query: RedemptionReportQuery): Listing<RedemptionReportRow> =>
  redemptionTotals(reportScope(ctx, query), reportWindow(query), reportRequest(ctx, query));

export const programActivity = async (ctx: Ctx, query: ProgramActivityQuery): Promise<Listing<activity.ProgramActivityRow>> =>
  activity.programActivity(
    reportScope(ctx, query),
    reportWindow(query),
    query.granularity,
    await countedActivity(ctx.organization.id),
    reportRequest(ctx, query),
  );

export interface RollForwardLine {
  readonly assetId: string;
  readonly scale: number;
  readonly opening: Amount;
  readonly flows: FlowAmounts;
  readonly closing: Amount;
}

export async function liability(ctx: Ctx, query: LiabilityQuery): Promise<Listing<LiabilityRow>> {
  const { hours } = await countedActivity(ctx.organization.id);
  return liabilityRows(reportScope(ctx, query), endOf(query), hours, reportRequest(ctx, query));
}

export const rollForward = (ctx: Ctx, query: RollForwardQuery): Promise<Listing<RollForwardLine>> =>
  linesOf(reportScope(ctx, query), reportWindow(query), reportRequest(ctx, query));

/** Everything since the first entry. */
export const ledgerSummary = (ctx: Ctx, query: LedgerSummaryQuery): Promise<Listing<RollForwardLine>> =>
  linesOf(reportScope(ctx, query), { from: null, to: new Date(ctx.clock.now().getTime() + 1) }, reportRequest(ctx, query));

async function linesOf(scope: FlowScope, window: OpenWindow, request: ListingRequest): Promise<Listing<RollForwardLine>> {
  const { hours } = await countedActivity(scope.organizationId);
  return mapped(flowLines(scope, window, hours, request), lineOf);
}

/** Asserts that the line has no residual: the flows lead to what the postings sum to. */
function lineOf({ asset_id: assetId, scale, changes }: FlowLine): RollForwardLine {
  const opening = netOf(changes.filter(({ part }) => part === 'BEFORE'));
  const flows = headingsOf(changes.filter(({ part }) => part === 'WITHIN'));
  const closing = closingAfter(opening, flows);
  invariant(closing.equals(netOf(changes)), `the roll-forward of asset ${assetId} leaves no residual`);
  return { assetId, scale, opening, flows, closing };
}

type Change = Pick<FlowRow<string>, 'type' | 'more' | 'less'>;

/** The net change in what is owed. */
export const netOf = (rows: readonly Change[]): Amount => sumAmounts(rows.flatMap(({ more, less }) => [amountOf(more), amountOf(less)]));

/** The changes grouped under the headings of the roll-forward. */
export const headingsOf = (rows: readonly Change[]): FlowAmounts =>
  flowsOf(rows.map(({ type, more, less }) => ({ type, more: amountOf(more), less: amountOf(less) })));

export async function trialBalance(ctx: Ctx, query: TrialBalanceQuery): Promise<Listing<AccountTypeTotal>> {
  const { hours } = await countedActivity(ctx.organization.id);
  return accountTotals(reportScope(ctx, query), endOf(query), hours, reportRequest(ctx, query));
}

const reportScope = (ctx: Ctx, query: { program_id?: string | undefined; asset_id?: string | undefined }): FlowScope => ({
  organizationId: ctx.organization.id,
  programId: query.program_id ?? null,
  assetId: query.asset_id ?? null,
});

export const reportRequest = (ctx: Ctx, query: ListingRequest['query']): ListingRequest => ({ organizationId: ctx.organization.id, query });

const reportWindow = ({ from, to }: { from: string; to: string }): ReportWindow => ({ from: new Date(from), to: new Date(to) });

/** Exclusive end of what `as_of` includes, one millisecond (the ledger's resolution) after it. Null: no end. */
export function endOf({ as_of }: { as_of?: string | undefined }): Date | null {
  if (as_of === undefined) return null;
  const instant = Date.parse(as_of.toUpperCase());
  return instant < LAST_INSTANT ? new Date(instant + 1) : null;
}
