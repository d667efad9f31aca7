/** Lets an assistant read in a person's name: never more than the person may, and only in an organization that they belong to. */
import type { McpGrantChoice } from '@/contract/mcp-grant';
import { CLIENT_NAME_MAX } from '@/domain/client-document';
import { DomainError } from '@/domain/errors';
import { isMcpScope } from '@/domain/mcp';
import { findOauthClient, insertMcpGrant, programsOf } from '@/server/db/repositories/mcp-grants';
import { membershipsOf } from '@/server/db/repositories/memberships';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/ids';

export interface Allowing {
  readonly userId: string;
  /** Whether a second factor is asked of this person at sign-in. */
  readonly twoFactor: boolean;
}

/** What the assistant asked the sign-in service for. */
export interface AskedAccess {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/**
 * @param now real time.
 * @param handOver has the sign-in service issue a code that stands for the grant of this id, and says whether it did. Nobody
 *   can use the code before this returns, so the grant may follow it.
 * @throws DomainError not_organization_member, insufficient_permissions (organization suspended), second_factor_required,
 *   not_found, bad_request.
 */
export async function allowAssistant(
  person: Allowing,
  asked: AskedAccess,
  { organization_id, program_ids }: McpGrantChoice,
  now: Date,
  handOver: (grantId: string) => Promise<boolean>,
): Promise<void> {
  await assertMayAllow(person, organization_id);
  if (program_ids) await assertPrograms(organization_id, program_ids);
  const scopes = asked.scopes.filter(isMcpScope);
  const client = await findOauthClient(asked.clientId);
  if (!client || scopes.length === 0)
    throw new DomainError('bad_request', 'The assistant did not ask for any scope that it could read; connect it again from the start.');
  const id = newId();
  if (!(await handOver(id))) return;
  const row = {
    id,
    organization_id,
    user_id: person.userId,
    client_id: client.client_id,
    name: clientName(client.name),
    redirect_host: hostOf(asked.redirectUri),
    scopes,
    program_ids,
    created_at: now,
  };
  await withTransaction((tx) => insertMcpGrant(tx, row));
}

async function assertMayAllow({ userId, twoFactor }: Allowing, organizationId: string): Promise<void> {
  const membership = (await membershipsOf(userId)).find(({ organization_id }) => organization_id === organizationId);
  if (!membership) throw new DomainError('not_organization_member', 'You do not belong to this organization; choose one of yours.');
  if (membership.status === 'SUSPENDED')
    throw new DomainError('insufficient_permissions', 'This organization is suspended; contact the operator of this deployment.');
  if (membership.require_two_factor && !twoFactor)
    throw new DomainError(
      'second_factor_required',
      'This organization requires a second factor at sign-in; set yours up in the dashboard, then connect again.',
    );
}

async function assertPrograms(organizationId: string, ids: readonly string[]): Promise<void> {
  const found = await programsOf(organizationId, ids);
  if (ids.some((id) => !found.includes(id)))
    throw new DomainError('not_found', 'One of the programs does not exist in this organization; reload the page.', {
      param: 'program_ids',
    });
}

/** Letters that are not seen, or that turn the others around. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** What a client calls itself is its own claim, and is shown as such. */
export const clientName = (name: string | null): string =>
  name?.replace(UNSEEN, '').trim().slice(0, CLIENT_NAME_MAX) || 'An assistant without a name';

/** Where a sign-in leads back to, as a person can judge it; the scheme alone for an app's own. */
export function hostOf(address: string): string {
  const { host, protocol } = new URL(address);
  return host || protocol.replace(/:$/, '');
}
