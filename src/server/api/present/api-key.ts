/** Presents an API key to the dashboard. */
import type { ApiKey } from '@/contract/api-key';
import type { OrganizationKeyRow } from '@/server/db/repositories/organizations/organization-keys';

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
