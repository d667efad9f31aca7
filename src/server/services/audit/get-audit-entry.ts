/** Reads the organization's audit log, each entry with what it changed in words: one entry, or a page at a time. */
import type { ListAuditEntries } from '@/contract/audit-log';
import { only } from '@/domain/assert';
import { auditSummary } from '@/domain/audit-summary';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { enriched, type Listing } from '@/server/db/listing';
import { findAuditEntry, listAuditEntryRows, type AuditEntryRow } from '@/server/db/repositories/organizations/audit-log';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { autocommit } from '@/server/db/transaction';

export interface SummarizedEntry extends AuditEntryRow {
  /** Null for a record that has no sentences. */
  readonly summary: string | null;
}

/** @throws DomainError not_found. */
export async function getAuditEntry(ctx: Ctx, id: string): Promise<SummarizedEntry> {
  const row = await findAuditEntry(ctx.organization.id, id);
  if (!row) throw new DomainError('not_found', 'There is no such entry in the audit log of your organization.', { param: 'id' });
  return only(await summarized(ctx, [row]));
}

export const listAuditEntries = (ctx: Ctx, query: ListAuditEntries): Listing<SummarizedEntry> =>
  enriched(listAuditEntryRows(ctx.organization.id, query), (rows) => summarized(ctx, rows));

/** With one statement for the assets that the rules and rewards among them name. */
async function summarized(ctx: Ctx, rows: readonly AuditEntryRow[]): Promise<SummarizedEntry[]> {
  const naming = rows.filter(({ resource_type }) => resource_type === 'RULE' || resource_type === 'REWARD');
  const ids = new Set(naming.flatMap(({ before, after }) => [...assetIdsIn(before), ...assetIdsIn(after)]));
  const assets = await loadAssetNames(autocommit, ctx.organization.id, [...ids]);
  return rows.map((row) => ({ ...row, summary: auditSummary(row, (id) => assets.get(id)?.symbol) }));
}

/** The assets that an entry names, of itself and of each action and budget. */
function assetIdsIn(fields: Readonly<Record<string, unknown>> | null): string[] {
  const items = [fields, fields?.['actions'], fields?.['budgets']].flat();
  return items.flatMap((item) =>
    typeof item === 'object' && item !== null && 'asset_id' in item && typeof item.asset_id === 'string' ? [item.asset_id] : [],
  );
}
