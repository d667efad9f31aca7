/** Presents saved views to the dashboard. */
import type { SavedView } from '@/contract/saved-view';
import type { SeenView } from '@/server/services/organizations/saved-views';

export const presentSavedView = (row: SeenView): SavedView => ({
  id: row.id,
  page: row.page,
  name: row.name,
  query: row.query,
  shared: row.shared,
  own: row.own,
  owner_name: row.owner_name,
  changeable: row.changeable,
  is_default: row.is_default,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
