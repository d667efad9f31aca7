/** Reads and writes saved views: people see their own and shared ones, and no others. */
import { statement, type Tx } from '@/server/db/transaction';

export interface SavedViewRow {
  id: string;
  owner_id: string;
  page: string;
  name: string;
  query: string;
  shared: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface ListedViewRow extends SavedViewRow {
  owner_name: string;
  is_default: boolean;
}

/** The person who reads the views. */
export interface ViewReader {
  readonly organizationId: string;
  readonly userId: string;
}

const COLUMNS = 'v.id, v.owner_id, v.page, v.name, v.query, v.shared, v.created_at, v.updated_at';
const SEEN = 'v.organization_id = $1 AND (v.shared OR v.owner_id = $2)';

export const listSavedViewRows = ({ organizationId, userId }: ViewReader): Promise<ListedViewRow[]> =>
  statement<ListedViewRow>(
    `SELECT ${COLUMNS}, u.name AS owner_name, d.view_id IS NOT NULL AS is_default
     FROM saved_views v JOIN users u ON u.id = v.owner_id
     LEFT JOIN saved_view_defaults d ON d.organization_id = v.organization_id AND d.user_id = $2 AND d.view_id = v.id
     WHERE ${SEEN} ORDER BY v.page, v.shared DESC, lower(v.name), v.id`,
    [organizationId, userId],
  );

/** The view, locked until the transaction ends; null for one that the reader may not see. */
export async function findSavedViewForUpdate(tx: Tx, { organizationId, userId }: ViewReader, id: string): Promise<SavedViewRow | null> {
  const [row] = await tx.query<SavedViewRow>(`SELECT ${COLUMNS} FROM saved_views v WHERE ${SEEN} AND v.id = $3 FOR UPDATE`, [
    organizationId,
    userId,
    id,
  ]);
  return row ?? null;
}

export async function countOwnViews(tx: Tx, { organizationId, userId }: ViewReader): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM saved_views WHERE organization_id = $1 AND owner_id = $2',
    [organizationId, userId],
  );
  return row?.count ?? 0;
}

export async function insertSavedView(tx: Tx, organizationId: string, row: SavedViewRow): Promise<void> {
  await tx.query(
    `INSERT INTO saved_views (id, organization_id, owner_id, page, name, query, shared, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [row.id, organizationId, row.owner_id, row.page, row.name, row.query, row.shared, row.created_at, row.updated_at],
  );
}

export async function updateSavedViewRow(tx: Tx, organizationId: string, row: SavedViewRow): Promise<void> {
  await tx.query('UPDATE saved_views SET name = $3, query = $4, shared = $5, updated_at = $6 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    row.id,
    row.name,
    row.query,
    row.shared,
    row.updated_at,
  ]);
}

export async function deleteSavedView(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.query('DELETE FROM saved_views WHERE organization_id = $1 AND id = $2', [organizationId, id]);
}

/** Once a view is no longer shared, it must not be anybody's default but its owner's. */
export async function forgetDefaultsOfOthers(tx: Tx, organizationId: string, { id, owner_id }: SavedViewRow): Promise<void> {
  await tx.query('DELETE FROM saved_view_defaults WHERE organization_id = $1 AND view_id = $2 AND user_id <> $3', [
    organizationId,
    id,
    owner_id,
  ]);
}

/** @param viewId null: none. */
export async function putDefaultView(tx: Tx, { organizationId, userId }: ViewReader, page: string, viewId: string | null): Promise<void> {
  if (viewId === null) {
    await tx.query('DELETE FROM saved_view_defaults WHERE organization_id = $1 AND user_id = $2 AND page = $3', [
      organizationId,
      userId,
      page,
    ]);
    return;
  }
  await tx.query(
    `INSERT INTO saved_view_defaults (organization_id, user_id, page, view_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (organization_id, user_id, page) DO UPDATE SET view_id = excluded.view_id`,
    [organizationId, userId, page, viewId],
  );
}
