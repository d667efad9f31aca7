/** Reads and writes the grants by which people let assistants read, and the tokens issued under them. */
import type { McpScope } from '@/domain/mcp';
import type { Role } from '@/server/platform/context';
import type { Joined } from '@/server/db/joined';
import { statement, type Tx } from '@/server/db/transaction';

interface McpGrantRow {
  id: string;
  organization_id: string;
  user_id: string;
  client_id: string;
  name: string;
  redirect_host: string;
  scopes: McpScope[];
  /** Null: every program. */
  program_ids: string[] | null;
  created_at: Date;
}

export interface ListedMcpGrantRow extends McpGrantRow {
  organization_name: string;
  user_name: string;
  user_email: string;
  programs: { id: string; name: string }[] | null;
  last_used_at: Date | null;
}

/** Whose grants: those of one organization, of one person, or of one person in one organization. */
export interface McpGrantOwner {
  readonly organizationId?: string;
  readonly userId?: string;
}

/** When a grant's tokens have run out, so has the grant: what can no longer be used is not listed. */
const LISTED = `SELECT g.id, g.organization_id, g.user_id, g.client_id, g.name, g.redirect_host, g.scopes, g.program_ids, g.created_at, g.last_used_at,
    o.name AS organization_name, u.name AS user_name, u.email AS user_email,
    CASE WHEN g.program_ids IS NOT NULL THEN coalesce((SELECT json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY p.name, p.id)
      FROM programs p WHERE p.organization_id = g.organization_id AND p.id = ANY (g.program_ids)), '[]') END AS programs
  FROM mcp_grants g JOIN organizations o ON o.id = g.organization_id JOIN users u ON u.id = g.user_id
    JOIN members m ON m.organization_id = g.organization_id AND m.user_id = g.user_id
  WHERE g.revoked_at IS NULL AND ($1::uuid IS NULL OR g.organization_id = $1) AND ($2::uuid IS NULL OR g.user_id = $2)
    AND (EXISTS (SELECT 1 FROM oauth_refresh_tokens r WHERE r.reference_id = g.id::text AND r.revoked IS NULL AND r.expires_at > now())
      OR EXISTS (SELECT 1 FROM oauth_access_tokens a WHERE a.reference_id = g.id::text AND a.revoked IS NULL AND a.expires_at > now()))
  ORDER BY g.created_at DESC, g.id`;

/** Grants that still give access, newest first. */
export const listMcpGrantRows = ({ organizationId, userId }: McpGrantOwner): Promise<ListedMcpGrantRow[]> =>
  statement<ListedMcpGrantRow>(LISTED, [organizationId ?? null, userId ?? null]);

export async function insertMcpGrant(tx: Tx, row: McpGrantRow): Promise<void> {
  await tx.query(
    `INSERT INTO mcp_grants (id, organization_id, user_id, client_id, name, redirect_host, scopes, program_ids, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [row.id, row.organization_id, row.user_id, row.client_id, row.name, row.redirect_host, row.scopes, row.program_ids, row.created_at],
  );
}

/** Revokes a grant and everything issued under it. @returns whether there was one to revoke. */
export async function revokeMcpGrantRow(tx: Tx, { organizationId, userId }: McpGrantOwner, id: string): Promise<boolean> {
  const ended = await tx.query(
    `UPDATE mcp_grants SET revoked_at = now(), updated_at = now()
     WHERE id = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR organization_id = $2) AND ($3::uuid IS NULL OR user_id = $3) RETURNING id`,
    [id, organizationId ?? null, userId ?? null],
  );
  if (ended.length === 0) return false;
  for (const table of ['oauth_access_tokens', 'oauth_refresh_tokens', 'oauth_consents'])
    await tx.query(`DELETE FROM ${table} WHERE reference_id = $1`, [id]);
  return true;
}

/** Which of these programs the organization has. */
export async function programsOf(organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await statement<{ id: string }>('SELECT id FROM programs WHERE organization_id = $1 AND id = ANY ($2)', [
    organizationId,
    ids,
  ]);
  return rows.map(({ id }) => id);
}

interface ChoosableProgramRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
}

/** The programs of a person's organizations that can be granted individually, active ones first. */
export const choosablePrograms = (userId: string, most: number): Promise<ChoosableProgramRow[]> =>
  statement<ChoosableProgramRow>(
    `SELECT p.id, p.organization_id, p.name FROM members m CROSS JOIN LATERAL (
       SELECT id, organization_id, name, status FROM programs WHERE organization_id = m.organization_id AND deleted_at IS NULL
       ORDER BY status <> 'ACTIVE', lower(name), id LIMIT $2) p
     WHERE m.user_id = $1 ORDER BY p.status <> 'ACTIVE', lower(p.name), p.id`,
    [userId, most],
  );

/** A client as it registered itself. */
interface OauthClientRow {
  readonly client_id: string;
  readonly name: string | null;
}

export async function findOauthClient(clientId: string): Promise<OauthClientRow | null> {
  const [row] = await statement<OauthClientRow>('SELECT client_id, name FROM oauth_clients WHERE client_id = $1 AND disabled IS NOT TRUE', [
    clientId,
  ]);
  return row ?? null;
}

/** A token, with everything that decides whether it gives access. */
export type McpTokenRow = McpToken & Joined<GrantOfToken>;

interface McpToken {
  readonly expires_at: Date;
  readonly ended: boolean;
  /** Whether it only counts with proof that its holder has a key. */
  readonly bound: boolean;
  readonly scopes: string[];
  readonly resources: string[] | null;
  readonly grant_revoked: boolean;
  readonly client_name: string | null;
  readonly program_ids: string[] | null;
  readonly last_used_at: Date | null;
  /** Null for a person who is no longer a member. */
  readonly role: Role | null;
  readonly in_some_organization: boolean;
}

interface GrantOfToken {
  readonly grant_id: string;
  readonly user_id: string;
  readonly owes_second_factor: boolean;
  readonly organization_id: string;
  readonly mode: 'LIVE' | 'SANDBOX';
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly clock_offset_ms: number;
}

export async function findMcpToken(tokenHash: string): Promise<McpTokenRow | null> {
  const [row] = await statement<McpTokenRow>(
    `SELECT t.expires_at, t.revoked IS NOT NULL AS ended, coalesce(jsonb_typeof(t.confirmation), 'null') <> 'null' AS bound, t.scopes, t.resources,
       g.id AS grant_id, g.revoked_at IS NOT NULL AS grant_revoked, g.name AS client_name, g.program_ids, g.user_id, g.last_used_at, m.role,
       EXISTS (SELECT 1 FROM members other WHERE other.user_id = g.user_id) AS in_some_organization,
       o.require_two_factor AND NOT u.two_factor_enabled AS owes_second_factor,
       o.id AS organization_id, o.mode, o.status, o.clock_offset_ms
     FROM oauth_access_tokens t
     LEFT JOIN mcp_grants g ON g.id = t.reference_id::uuid AND g.user_id = t.user_id AND g.client_id = t.client_id
     LEFT JOIN members m ON m.organization_id = g.organization_id AND m.user_id = g.user_id
     LEFT JOIN organizations o ON o.id = g.organization_id
     LEFT JOIN users u ON u.id = g.user_id
     WHERE t.token = $1`,
    [tokenHash],
  );
  return row ?? null;
}

export async function touchMcpGrant(id: string, now: Date): Promise<void> {
  await statement('UPDATE mcp_grants SET last_used_at = $2 WHERE id = $1', [id, now]);
}
