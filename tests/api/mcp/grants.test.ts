import { describe, expect, test } from 'vitest';
import { MCP_SCOPE_NAMES } from '@/domain/mcp';
import { statement } from '@/server/db/transaction';
import { adminApi } from '@tests/support/api';
import { CLIENT_NAME, connectAssistant, openOrganization, opens, postForm, RESOURCE } from '@tests/support/assistants';
import { ownedOrganization } from '@tests/support/people';

describe('a token that is renewed', () => {
  const renew = (clientId: string, refresh: string) =>
    postForm('/oauth2/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, resource: RESOURCE });

  test('opens the same, and the one it came from renews nothing any more', async () => {
    const { owner, choice } = await openOrganization();
    const first = await connectAssistant(owner, choice, ['programs:read']);
    const second = await renew(first.clientId, first.refresh);
    expect(second).toMatchObject({ status: 200, body: { scope: 'programs:read offline_access', token_type: 'Bearer' } });
    expect(await opens(String(second.body.access_token))).toBe('open');
    expect(await renew(first.clientId, first.refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    // A refresh token was reused: since nobody can tell by whom, the whole family is revoked.
    expect(await renew(first.clientId, String(second.body.refresh_token))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});

describe('the end of a grant', () => {
  test('comes at once when the person disconnects the assistant, and is in the audit log', async () => {
    const { owner, choice } = await openOrganization();
    const { access, refresh, clientId } = await connectAssistant(owner, choice);
    const { data } = await owner.query('mcpGrants.own');
    const [grant] = data?.data as Record<string, unknown>[];
    expect(grant).toMatchObject({ client_name: CLIENT_NAME, redirect_host: '127.0.0.1:8976', programs: null, scopes: MCP_SCOPE_NAMES });
    expect(await opens(access)).toBe('open');
    expect((await owner.mutate('mcpGrants.revokeOwn', { id: grant?.id })).failure).toBeUndefined();
    expect(await opens(access)).toEqual({ status: 401, code: 'invalid_token' });
    const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, resource: RESOURCE };
    expect(await postForm('/oauth2/token', form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const audit = await owner.query('auditLog.list', { resource_type: 'MCP_GRANT' });
    expect(
      (audit.data?.data as Record<string, unknown>[]).map(({ action, actor_name, operation }) => ({ action, actor_name, operation })),
    ).toEqual([
      { action: 'REVOKE', actor_name: owner.email, operation: 'mcpGrants.revokeOwn' },
      { action: 'CREATE', actor_name: owner.email, operation: 'mcpGrants.allow' },
    ]);
  });

  test('a token that outlives its grant is refused as such', async () => {
    const { owner, choice } = await openOrganization();
    const { access, clientId } = await connectAssistant(owner, choice);
    await statement('UPDATE mcp_grants SET revoked_at = now() WHERE client_id = $1', [clientId]);
    expect(await opens(access)).toEqual({ status: 401, code: 'invalid_mcp_grant' });
  });

  test('an admin sees and ends those of everybody; a member those of their own', async () => {
    const { id, owner, member } = await ownedOrganization();
    const [admin, colleague] = [await member('ADMIN'), await member('MEMBER')];
    const { access } = await connectAssistant(colleague, { organization_id: id, program_ids: null });
    expect((await colleague.query('mcpGrants.list')).failure).toMatchObject({ code: 'insufficient_permissions' });
    const [grant] = (await admin.query('mcpGrants.list')).data?.data as Record<string, unknown>[];
    expect(grant).toMatchObject({ user_email: colleague.email });
    expect((await owner.mutate('mcpGrants.revokeOwn', { id: grant?.id })).failure).toMatchObject({ code: 'not_found' });
    const stranger = await ownedOrganization();
    expect((await stranger.owner.mutate('mcpGrants.revoke', { id: grant?.id })).failure).toMatchObject({ code: 'not_found' });
    expect(await opens(access)).toBe('open');
    await admin.mutate('mcpGrants.revoke', { id: grant?.id });
    expect(await opens(access)).toEqual({ status: 401, code: 'invalid_token' });
  });

  test('comes with the membership, the suspension of the organization, or a second factor that is owed', async () => {
    const { id, owner, member } = await ownedOrganization();
    const colleague = await member('MEMBER');
    const choice = { organization_id: id, program_ids: null };
    const [own, theirs] = [await connectAssistant(owner, choice), await connectAssistant(colleague, choice)];
    await owner.auth('/organization/remove-member', { organizationId: id, memberIdOrEmail: colleague.email });
    expect(await opens(theirs.access)).toEqual({ status: 403, code: 'no_organization_membership' });
    await colleague.auth('/organization/create', { name: 'Another', slug: crypto.randomUUID() });
    expect(await opens(theirs.access)).toEqual({ status: 403, code: 'not_organization_member' });
    await statement('UPDATE organizations SET require_two_factor = true WHERE id = $1', [id]);
    expect(await opens(own.access)).toEqual({ status: 403, code: 'second_factor_required' });
    await adminApi().patch(`/admin/organizations/${id}`, { status: 'SUSPENDED' });
    expect(await opens(own.access)).toEqual({ status: 403, code: 'insufficient_permissions' });
  });

  test('signing out of the dashboard ends no grant', async () => {
    const { owner, choice } = await openOrganization();
    const { clientId, refresh } = await connectAssistant(owner, choice);
    await owner.auth('/sign-out', {});
    const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, resource: RESOURCE };
    const renewed = await postForm('/oauth2/token', form);
    expect(await opens(String(renewed.body.access_token))).toBe('open');
  });
});
