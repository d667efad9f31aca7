/** The part of a report's query that says whose figures are wanted, and of which period. */
import type { Ctx } from '@/server/context';
import type { ReportScope, ReportWindow } from '@/server/db/repositories/reports';

export const reportScope = (ctx: Ctx, query: { program_id?: string | undefined; asset_id?: string | undefined }): ReportScope => ({
  organizationId: ctx.organization.id,
  programId: query.program_id ?? null,
  assetId: query.asset_id ?? null,
});

export const reportWindow = ({ from, to }: { from: string; to: string }): ReportWindow => ({ from: new Date(from), to: new Date(to) });
