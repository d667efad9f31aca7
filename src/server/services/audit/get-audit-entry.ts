/** Reads the organization's audit log: one entry, or a page at a time. */
import type { ListAuditEntries } from '@/contract/audit-log';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { Listing } from '@/server/db/listing';
import { findAuditEntry, listAuditEntryRows, type AuditEntryRow } from '@/server/db/repositories/organizations/audit-log';

/** @throws DomainError not_found. */
export async function getAuditEntry(ctx: Ctx, id: string): Promise<AuditEntryRow> {
  const row = await findAuditEntry(ctx.organization.id, id);
  if (!row) throw new DomainError('not_found', 'There is no such entry in the audit log of your organization.', { param: 'id' });
  return row;
}

export const listAuditEntries = (ctx: Ctx, query: ListAuditEntries): Listing<AuditEntryRow> =>
  listAuditEntryRows(ctx.organization.id, query);
