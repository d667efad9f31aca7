/** Reads the audit log, newest first: it is written by the database's own triggers and never changed. */
import type { AuditAction, AuditActor, AuditResource } from '@/domain/audit';
import { timeOfId } from '@/server/platform/ids';
import { equals, withinIds, type KeysetList, type PageRequest } from '@/server/db/keyset';
import { listing, mapped, type Listing } from '@/server/db/listing';
import { statement } from '@/server/db/transaction';

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
  before, after, operation, request_id, ip, organization_time`;

type StoredEntry = Omit<AuditEntryRow, 'created_at'>;

/** An entry's id says when it was written. */
const entryOf = (row: StoredEntry): AuditEntryRow => ({ ...row, created_at: timeOfId(row.id) });

const EXACT_FILTERS = ['actor_type', 'actor_id', 'action', 'resource_type', 'resource_id', 'program_id', 'request_id'] as const;

interface AuditEntriesQuery
  extends PageRequest<'created_at'>, Partial<Record<(typeof EXACT_FILTERS)[number] | 'from' | 'to', string | undefined>> {}

/** In the order in which they were written, which is that of their ids. */
const ENTRIES: KeysetList<'created_at'> = {
  name: 'audit-log',
  select: { columns: COLUMNS, from: 'audit_log' },
  sorts: { created_at: [] },
  id: { sql: 'id', type: 'uuid' },
};

export const listAuditEntryRows = (organizationId: string, query: AuditEntriesQuery): Listing<AuditEntryRow> =>
  mapped(
    listing<StoredEntry, 'created_at'>(ENTRIES, {
      organizationId,
      query: { ...query },
      where: [
        equals('organization_id', organizationId),
        ...withinIds('id', query.from, query.to),
        ...EXACT_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [equals(name, query[name])])),
      ],
    }),
    entryOf,
  );

export async function findAuditEntry(organizationId: string, id: string): Promise<AuditEntryRow | null> {
  const [row] = await statement<StoredEntry>(`SELECT ${COLUMNS} FROM audit_log WHERE organization_id = $1 AND id = $2`, [
    organizationId,
    id,
  ]);
  return row ? entryOf(row) : null;
}
