/** Reads and ends an organization's API keys, for the people who manage them. */
import { statement, type Tx } from '@/server/db/transaction';

export interface OrganizationKeyRow {
  id: string;
  name: string;
  prefix: string;
  last_four: string;
  trusted: boolean;
  created_by_name: string | null;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

const SELECT = `
  SELECT k.id, k.name, k.prefix, k.last_four, k.trusted, u.name AS created_by_name,
         (SELECT used.last_used_at FROM api_key_uses used WHERE used.organization_id = $1 AND used.api_key_id = k.id) AS last_used_at, k.expires_at, k.revoked_at, k.created_at
  FROM api_keys k LEFT JOIN users u ON u.id::text = k.created_by`;

/** Newest first. */
export function listOrganizationKeys(organizationId: string): Promise<OrganizationKeyRow[]> {
  return statement<OrganizationKeyRow>(`${SELECT} WHERE k.organization_id = $1 ORDER BY k.created_at DESC, k.id DESC`, [organizationId]);
}

export async function findOrganizationKey(tx: Pick<Tx, 'query'>, organizationId: string, id: string): Promise<OrganizationKeyRow | null> {
  const [row] = await tx.query<OrganizationKeyRow>(`${SELECT} WHERE k.organization_id = $1 AND k.id = $2 FOR UPDATE OF k`, [
    organizationId,
    id,
  ]);
  return row ?? null;
}

/** Lets a key work until `at`, or until its present expiry if that is earlier. */
export async function expireOrganizationKey(tx: Pick<Tx, 'query'>, organizationId: string, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE api_keys SET expires_at = least(expires_at, $3) WHERE organization_id = $1 AND id = $2', [organizationId, id, at]);
}

export async function revokeOrganizationKey(tx: Pick<Tx, 'query'>, organizationId: string, id: string, at: Date): Promise<void> {
  await tx.query('UPDATE api_keys SET revoked_at = $3 WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL', [
    organizationId,
    id,
    at,
  ]);
}
