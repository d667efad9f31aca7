/** Parses a report's query: whose figures are reported, for which period, and which page of them. */
import { LAST_INSTANT } from '@/domain/timestamp';
import type { Ctx } from '@/server/platform/context';
import type { ListingRequest } from '@/server/db/listing';
import type { FlowScope } from '@/server/db/repositories/reports/ledger-flows';
import type { ReportWindow } from '@/server/db/repositories/reports/reports';

export const reportScope = (ctx: Ctx, query: { program_id?: string | undefined; asset_id?: string | undefined }): FlowScope => ({
  organizationId: ctx.organization.id,
  programId: query.program_id ?? null,
  assetId: query.asset_id ?? null,
});

export const reportRequest = (ctx: Ctx, query: ListingRequest['query']): ListingRequest => ({ organizationId: ctx.organization.id, query });

export const reportWindow = ({ from, to }: { from: string; to: string }): ReportWindow => ({ from: new Date(from), to: new Date(to) });

/** Exclusive end of what `as_of` includes, one millisecond (the ledger's resolution) after it. Null: no end. */
export function endOf({ as_of }: { as_of?: string | undefined }): Date | null {
  if (as_of === undefined) return null;
  const instant = Date.parse(as_of.toUpperCase());
  return instant < LAST_INSTANT ? new Date(instant + 1) : null;
}
