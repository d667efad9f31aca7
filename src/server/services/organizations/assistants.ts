/**
 * Lets assistants read on behalf of people: never more than the person may, and only in organizations they belong to; a revoked grant is refused from the next
 * call on. Tokens that expired and clients that were never granted anything are deleted; grants stay, for the audit log.
 */
import type { McpGrantChoice } from '@/contract/mcp-grant';
import { CLIENT_NAME_MAX } from '@/domain/client-document';
import { DomainError } from '@/domain/errors';
import { isMcpScope } from '@/domain/mcp';
import {
  findOauthClient,
  insertMcpGrant,
  listMcpGrantRows,
  programsOf,
  revokeMcpGrantRow,
  type ListedMcpGrantRow,
  type McpGrantOwner,
} from '@/server/db/repositories/organizations/mcp-grants';
import { deleteExpiredTokens, deleteUnusedClients } from '@/server/db/repositories/organizations/mcp-leftovers';
import { membershipsOf } from '@/server/db/repositories/organizations/memberships';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import type { JobOutcome, JobRun } from '@/server/platform/job';

const DAY_MS = 86_400_000;
const BATCH = 1_000;

export const listMcpGrants = (owner: McpGrantOwner): Promise<ListedMcpGrantRow[]> => listMcpGrantRows(owner);

/** @throws DomainError not_found. */
export const revokeMcpGrant = (owner: McpGrantOwner, id: string): Promise<void> =>
  withTransaction(async (tx) => {
    if (!(await revokeMcpGrantRow(tx, owner, id)))
      throw new DomainError('not_found', 'This assistant is already disconnected; reload the list.', { param: 'id' });
  });

interface Allowing {
  readonly userId: string;
  /** Whether this person signs in with a second factor. */
  readonly twoFactor: boolean;
}

/** What the assistant requested from the sign-in service. */
interface GrantRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/**
 * @param now real time.
 * @param handOver has the sign-in service issue the authorization code for the grant of this id, and returns whether it did.
 *   No one can use the code before this function returns, so the grant may be stored after it.
 * @throws DomainError not_organization_member, insufficient_permissions (organization suspended), second_factor_required,
 *   not_found, bad_request.
 */
export async function allowAssistant(
  person: Allowing,
  asked: GrantRequest,
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

/** Control and format characters: invisible, or able to reorder the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** A client's name is its own unverified claim, cleaned for display. */
export const clientName = (name: string | null): string =>
  name?.replace(UNSEEN, '').trim().slice(0, CLIENT_NAME_MAX) || 'An assistant without a name';

/** The host that a sign-in redirects to, for a person to judge; the scheme alone for an app's custom one. */
export function hostOf(address: string): string {
  const { host, protocol } = new URL(address);
  return host || protocol.replace(/:$/, '');
}

export async function pruneAssistants({ clock }: JobRun): Promise<JobOutcome> {
  const now = clock.now().getTime();
  const tokens = await deleteExpiredTokens(new Date(now - DAY_MS), BATCH);
  // Anyone can register a client. Looking back no further than this keeps each run short, however many are in use.
  const clients = await deleteUnusedClients({ from: new Date(now - 8 * DAY_MS), to: new Date(now - DAY_MS) }, BATCH);
  return { performed: tokens + clients, more: tokens === BATCH || clients === BATCH };
}
