/** Reports what is owed to participants and groups: at an instant, and rolled forward over a period. */
import type { LedgerSummaryQuery, LiabilityQuery, RollForwardQuery } from '@/contract/report';
import { invariant } from '@/domain/assert';
import { closingAfter, flowsOf, type FlowAmounts } from '@/domain/ledger/flows';
import { amountOf, sumAmounts, type Amount } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import { mapped, type Listing, type ListingRequest } from '@/server/db/listing';
import { countedActivity } from '@/server/db/repositories/reports/activity-days';
import type { OpenWindow } from '@/server/db/repositories/reports/day-windows';
import type { FlowRow, FlowScope } from '@/server/db/repositories/reports/ledger-flows';
import { flowLines, liabilityRows, type FlowLine, type LiabilityRow } from '@/server/db/repositories/reports/liability-lines';
import { endOf, reportRequest, reportScope, reportWindow } from './report-scope';

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
