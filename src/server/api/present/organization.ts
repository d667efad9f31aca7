/** Presents an organization and what belongs to it: team, API keys, sessions, assistants and saved views. */
import type { AccountSession } from '@/contract/account';
import type { ApiKey } from '@/contract/api-key';
import type { McpGrant } from '@/contract/mcp-grant';
import type { CreatedOrganization, Organization } from '@/contract/organization';
import type { SavedView } from '@/contract/saved-view';
import type { Team } from '@/contract/team';
import { documentHost } from '@/domain/client-document';
import { roleSuffices } from '@/server/api/access';
import type { AccountSessionRow } from '@/server/db/repositories/organizations/account-sessions';
import type { ListedMcpGrantRow } from '@/server/db/repositories/organizations/mcp-grants';
import type { OrganizationKeyRow } from '@/server/db/repositories/organizations/organization-keys';
import type { OrganizationRow } from '@/server/db/repositories/organizations/organizations';
import type { Role } from '@/server/platform/context';
import type { NewOrganization } from '@/server/services/organizations/organizations';
import type { SeenView } from '@/server/services/organizations/saved-views';
import type { TeamView } from '@/server/services/organizations/team';
import { presentTime } from './time';

export function presentOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    mode: row.mode,
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
  };
}

export function presentNewOrganization({ organization, apiKey }: NewOrganization): CreatedOrganization {
  return { ...presentOrganization(organization), api_key: apiKey };
}

/** @param viewer the role of the person reading. */
export const presentTeam = ({ requireTwoFactor, members }: TeamView, viewer: Role): Team => ({
  require_two_factor: requireTwoFactor,
  data: members.map(({ id, user_id, name, email, role, two_factor_enabled, created_at }) => ({
    id,
    user_id,
    name,
    email,
    role,
    two_factor: roleSuffices(viewer, 'ADMIN') ? two_factor_enabled : null,
    joined_at: presentTime(created_at),
  })),
});

/** @param now real time: a key expires by it. */
export function presentApiKey(row: OrganizationKeyRow, now: Date): ApiKey {
  return {
    id: row.id,
    name: row.name,
    hint: `${row.prefix}…${row.last_four}`,
    status: statusOf(row, now),
    trusted: row.trusted,
    created_by: row.created_by_name,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

function statusOf(row: OrganizationKeyRow, now: Date): ApiKey['status'] {
  if (row.revoked_at) return 'REVOKED';
  if (!row.expires_at) return 'ACTIVE';
  return row.expires_at <= now ? 'EXPIRED' : 'EXPIRING';
}

/** @param currentId id of the session that makes the request. */
export const presentAccountSession = (row: AccountSessionRow, currentId: string): AccountSession => ({
  id: row.id,
  user_agent: row.user_agent,
  ip_address: row.ip_address,
  signed_in_at: presentTime(row.created_at),
  last_seen_at: presentTime(row.updated_at),
  current: row.id === currentId,
});

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
