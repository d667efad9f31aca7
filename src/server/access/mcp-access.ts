/**
 * Decides what data an assistant may read, from the token it presents. It is decided anew on every call, so that a revocation,
 * a removal from the team or a suspension takes effect from the next call on.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '@/domain/errors';
import { isMcpScope, type McpScope } from '@/domain/mcp';
import { env } from '@/env';
import type { Caller } from './auth';
import { findMcpToken, touchMcpGrant, type McpTokenRow } from '@/server/db/repositories/organizations/mcp-grants';
import { log } from '@/server/platform/log';

export interface McpAccess {
  readonly grantId: string;
  /** As the assistant names itself. */
  readonly clientName: string;
  readonly caller: Caller;
  readonly scopes: ReadonlySet<McpScope>;
  /** Null: every program. */
  readonly programIds: readonly string[] | null;
}

const NOTE_EVERY_MS = 60_000;
const SERVICE_TOKEN = /^(sk_|[\w-]+\.[\w-]+\.[\w-]*$)/;

/** The tool server as an OAuth protected resource: the audience that tokens must be issued for. */
export const mcpResource = (): string => `${env().PUBLIC_URL}/mcp`;

/** The only form in which tokens are stored. */
export const hashMcpToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * @param now real time in milliseconds, by which tokens expire.
 * @throws DomainError authentication_required, invalid_mcp_service_token, invalid_token, invalid_mcp_grant,
 *   no_organization_membership, not_organization_member, insufficient_permissions (organization suspended), second_factor_required.
 */
export async function identifyAssistant(authorization: string | undefined, now: number): Promise<McpAccess> {
  const token = authorization === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw new DomainError('authentication_required', 'Connect with OAuth first: the header `WWW-Authenticate` says where to begin.');
  if (SERVICE_TOKEN.test(token))
    throw new DomainError('invalid_mcp_service_token', 'The tool server takes no API keys or session tokens; connect with OAuth instead.');
  const row = await findMcpToken(hashMcpToken(token));
  if (!row || row.ended || row.bound || row.expires_at.getTime() <= now || !row.resources?.includes(mcpResource()))
    throw new DomainError(
      'invalid_token',
      'The token has expired, was revoked, or is meant for something else; renew it or connect again.',
    );
  const access = accessOf(row);
  if (now - (row.last_used_at?.getTime() ?? 0) >= NOTE_EVERY_MS) noteUse(access.grantId, now);
  return access;
}

function accessOf(row: McpTokenRow): McpAccess {
  if (row.grant_id === null || row.grant_revoked)
    throw new DomainError('invalid_mcp_grant', 'This connection was ended; connect again and ask for access anew.');
  assertOpen(row);
  const { grant_id: grantId, user_id: userId, organization_id: organizationId } = row;
  return {
    grantId,
    clientName: row.client_name ?? '',
    caller: {
      // Whatever the person may do in the dashboard, an assistant only reads.
      actor: { kind: 'USER', userId, role: 'VIEWER', sessionId: grantId },
      organization: { id: organizationId, mode: row.mode, clockOffsetMs: row.clock_offset_ms },
    },
    scopes: new Set(row.scopes.filter(isMcpScope)),
    programIds: row.program_ids,
  };
}

/** Checks that the person who gave the grant can still read the organization. */
function assertOpen({ role, in_some_organization, status, owes_second_factor }: McpTokenRow): void {
  if (!in_some_organization)
    throw new DomainError('no_organization_membership', 'The person who connected this assistant belongs to no organization any more.');
  if (role === null)
    throw new DomainError(
      'not_organization_member',
      'The person who connected this assistant does not belong to the organization any more.',
    );
  if (status === 'SUSPENDED')
    throw new DomainError('insufficient_permissions', 'This organization is suspended; contact the operator of this deployment.');
  if (owes_second_factor)
    throw new DomainError(
      'second_factor_required',
      'The organization requires a second factor; the person who connected this assistant must set one up in the dashboard.',
    );
}

/** Never awaited. */
function noteUse(grantId: string, now: number): void {
  touchMcpGrant(grantId, new Date(now)).catch((error: unknown) => log().warn({ err: error }, 'the last use of a grant could not be noted'));
}
