/** Presents to the dashboard what assistants may read. */
import type { McpGrant } from '@/contract/mcp-grant';
import { documentHost } from '@/domain/client-document';
import type { ListedMcpGrantRow } from '@/server/db/repositories/organizations/mcp-grants';
import { presentTime } from './time';

export const presentMcpGrant = (row: ListedMcpGrantRow): McpGrant => ({
  id: row.id,
  client_name: row.name,
  document_host: documentHost(row.client_id),
  redirect_host: row.redirect_host,
  organization_id: row.organization_id,
  organization_name: row.organization_name,
  user_id: row.user_id,
  user_name: row.user_name,
  user_email: row.user_email,
  scopes: row.scopes,
  programs: row.programs,
  last_used_at: row.last_used_at && presentTime(row.last_used_at),
  created_at: presentTime(row.created_at),
});
