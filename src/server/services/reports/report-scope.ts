/** The part of a report's query that says whose figures are wanted, and of which period. */
import type { Ctx } from '@/server/context';
import type { FlowScope } from '@/server/db/repositories/ledger-flows';
import type { ReportWindow } from '@/server/db/repositories/reports';

export const reportScope = (ctx: Ctx, query: { program_id?: string | undefined; asset_id?: string | undefined }): FlowScope => ({
  organizationId: ctx.organization.id,
  programId: query.program_id ?? null,
  assetId: query.asset_id ?? null,
});

export const reportWindow = ({ from, to }: { from: string; to: string }): ReportWindow => ({ from: new Date(from), to: new Date(to) });

/** First instant that is not looked at any more: `as_of` is included, in milliseconds as the ledger keeps time. Null: all is. */
export const endOf = ({ as_of }: { as_of?: string | undefined }): Date | null =>
  as_of === undefined ? null : new Date(new Date(as_of).getTime() + 1);
