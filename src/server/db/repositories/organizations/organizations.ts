/** Reads and writes organizations. The operator sees all of them, so nothing here is scoped to one. */
import { prisma } from '@/server/db/client';
import { contains, equals, keysetPage, within, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';

export interface OrganizationRow {
  id: string;
  name: string;
  mode: 'LIVE' | 'SANDBOX';
  status: 'ACTIVE' | 'SUSPENDED';
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'o.id, o.name, o.mode, o.status, o.created_at, o.updated_at';

interface OrganizationsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  status?: OrganizationRow['status'] | undefined;
}

const ORGANIZATIONS: KeysetList<OrganizationsQuery['sort_by']> = {
  name: 'organizations',
  select: { columns: COLUMNS, from: 'organizations o' },
  sorts: { created_at: [{ sql: 'o.created_at', type: 'timestamptz' }], name: [{ sql: 'o.name', type: 'text' }] },
  id: { sql: 'o.id', type: 'uuid' },
};

export function listOrganizationRows(query: OrganizationsQuery): Promise<KeysetPage<OrganizationRow>> {
  return keysetPage<OrganizationRow, OrganizationsQuery['sort_by']>(ORGANIZATIONS, {
    organizationId: 'every organization',
    query: { ...query },
    where: [
      ...within('o.created_at', query.from, query.to),
      ...(query.search === undefined ? [] : [contains(['o.name'], query.search)]),
      ...(query.status === undefined ? [] : [equals('o.status', query.status)]),
    ],
  });
}

export async function findOrganization(id: string): Promise<OrganizationRow | null> {
  const found = await prisma().organization.findUnique({
    where: { id },
    select: { id: true, name: true, mode: true, status: true, created_at: true, updated_at: true },
  });
  return found as OrganizationRow | null; // the database admits no other modes and statuses
}

/** What a caller needs to know about the organization it acts in. */
type OpenedOrganization = Pick<OrganizationRow, 'mode' | 'status'> & { clock_offset_ms: number };

export async function findOpenedOrganization(id: string): Promise<OpenedOrganization | null> {
  const [row] = await statement<OpenedOrganization>('SELECT mode, status, clock_offset_ms FROM organizations WHERE id = $1', [id]);
  return row ?? null;
}

/** @param slug unique among organizations. */
export async function insertOrganization(tx: Pick<Tx, 'query'>, row: OrganizationRow, slug: string): Promise<void> {
  await tx.query('INSERT INTO organizations (id, name, slug, mode, status, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    row.id,
    row.name,
    slug,
    row.mode,
    row.status,
    row.created_at,
    row.updated_at,
  ]);
}

/** Updates the given fields; null when there is no such organization. */
export async function updateOrganizationRow(
  id: string,
  change: { name?: string; status?: string },
  now: Date,
): Promise<OrganizationRow | null> {
  const [row] = await statement<OrganizationRow>(
    `UPDATE organizations o SET name = coalesce($2, name), status = coalesce($3, status), updated_at = $4 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, change.name ?? null, change.status ?? null, now],
  );
  return row ?? null;
}
