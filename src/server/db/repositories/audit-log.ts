/** Reads the audit log, newest first: it is written by the database's own triggers and never changed. */
import type { AuditAction, AuditActor, AuditResource } from '@/domain/audit';
import { equals, within, type KeysetList, type PageRequest } from '../keyset';
import { listing, type Listing } from '../listing';
import { statement } from '../transaction';

export interface AuditEntryRow {
  id: string;
  program_id: string | null;
  actor_type: AuditActor;
  actor_id: string | null;
  actor_name: string | null;
  on_behalf_of: string | null;
  action: AuditAction;
  resource_type: AuditResource;
  resource_id: string;
  resource_name: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  operation: string | null;
  request_id: string | null;
  ip: string | null;
  organization_time: Date;
  created_at: Date;
}

const COLUMNS = `id, program_id, actor_type, actor_id, actor_name, on_behalf_of, action, resource_type, resource_id, resource_name,
  before, after, operation, request_id, ip, organization_time, created_at`;

const EXACT_FILTERS = ['actor_type', 'actor_id', 'action', 'resource_type', 'resource_id', 'program_id', 'request_id'] as const;

export interface AuditEntriesQuery
  extends PageRequest<'created_at'>, Partial<Record<(typeof EXACT_FILTERS)[number] | 'from' | 'to', string | undefined>> {}

/** Entries of the same instant are in the order in which they were written. */
const ENTRIES: KeysetList<'created_at'> = {
  name: 'audit-log',
  select: { columns: COLUMNS, from: 'audit_log' },
  sorts: { created_at: [{ sql: 'created_at', type: 'timestamptz' }] },
  id: { sql: 'sequence', type: 'bigint' },
};

export const listAuditEntryRows = (organizationId: string, query: AuditEntriesQuery): Listing<AuditEntryRow> =>
  listing<AuditEntryRow, 'created_at'>(ENTRIES, {
    organizationId,
    query: { ...query },
    where: [
      equals('organization_id', organizationId),
      ...within('created_at', query.from, query.to),
      ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(name, query[name])])),
    ],
  });

export async function findAuditEntry(organizationId: string, id: string): Promise<AuditEntryRow | null> {
  const [row] = await statement<AuditEntryRow>(`SELECT ${COLUMNS} FROM audit_log WHERE organization_id = $1 AND id = $2`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}
