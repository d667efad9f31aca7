/** Reports what is owed to participants and groups: at an instant, and rolled forward over a period. */
import type { LedgerSummaryQuery, LiabilityQuery, RollForwardQuery } from '@/contract/report';
import { invariant } from '@/domain/assert';
import { closingAfter, flowsOf, type FlowAmounts } from '@/domain/ledger/flows';
import { amountOf, sumAmounts, type Amount } from '@/domain/money';
import type { Ctx } from '@/server/context';
import { countedActivity } from '@/server/db/repositories/activity-days';
import { sumFlows, type FlowRow, type FlowScope } from '@/server/db/repositories/ledger-flows';
import { endOf, reportScope, reportWindow } from './report-scope';

export interface LiabilityLine {
  readonly assetId: string;
  readonly programId: string;
  readonly scale: number;
  readonly liability: Amount;
}

export interface RollForwardLine {
  readonly assetId: string;
  readonly scale: number;
  readonly opening: Amount;
  readonly flows: FlowAmounts;
  readonly closing: Amount;
}

export async function liability(ctx: Ctx, query: LiabilityQuery): Promise<LiabilityLine[]> {
  const { hours } = await countedActivity(ctx.organization.id);
  const rows = await sumFlows(reportScope(ctx, query), [{ name: 'EVER', from: null, to: endOf(query) }], hours);
  const lines = Map.groupBy(rows, ({ asset_id, program_id }) => `${asset_id}/${program_id}`);
  return [...lines.values()].map((line) => {
    const { asset_id: assetId, program_id: programId, scale } = line[0]!;
    return { assetId, programId, scale, liability: netOf(line) };
  });
}

export const rollForward = (ctx: Ctx, query: RollForwardQuery): Promise<RollForwardLine[]> =>
  linesOf(reportScope(ctx, query), reportWindow(query));

/** Everything since the first entry. */
export const ledgerSummary = (ctx: Ctx, query: LedgerSummaryQuery): Promise<RollForwardLine[]> =>
  linesOf(reportScope(ctx, query), { from: null, to: new Date(ctx.clock.now().getTime() + 1) });

async function linesOf(scope: FlowScope, { from, to }: { from: Date | null; to: Date }): Promise<RollForwardLine[]> {
  const before = from === null ? [] : [{ name: 'BEFORE' as const, from: null, to: from }];
  const { hours } = await countedActivity(scope.organizationId);
  const rows = await sumFlows(scope, [...before, { name: 'WITHIN' as const, from, to }], hours);
  return [...Map.groupBy(rows, ({ asset_id }) => asset_id)].map(([assetId, changes]) => lineOf(assetId, changes));
}

/** Asserts that the line has no residual: the flows lead to what the postings sum to. */
function lineOf(assetId: string, rows: readonly FlowRow<'BEFORE' | 'WITHIN'>[]): RollForwardLine {
  const opening = netOf(rows.filter(({ part }) => part === 'BEFORE'));
  const flows = headingsOf(rows.filter(({ part }) => part === 'WITHIN'));
  const closing = closingAfter(opening, flows);
  invariant(closing.equals(netOf(rows)), `the roll-forward of asset ${assetId} leaves no residual`);
  return { assetId, scale: rows[0]!.scale, opening, flows, closing };
}

type Change = Pick<FlowRow<string>, 'type' | 'more' | 'less'>;

/** The net change in what is owed. */
export const netOf = (rows: readonly Change[]): Amount => sumAmounts(rows.flatMap(({ more, less }) => [amountOf(more), amountOf(less)]));

/** The changes grouped under the headings of the roll-forward. */
export const headingsOf = (rows: readonly Change[]): FlowAmounts =>
  flowsOf(rows.map(({ type, more, less }) => ({ type, more: amountOf(more), less: amountOf(less) })));
