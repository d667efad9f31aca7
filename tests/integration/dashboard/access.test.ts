/** Who may enter the dashboard, which organizations, and what each role permits. */
import { afterAll, describe, expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { dashboardSession } from '@/server/dashboard/session';
import { maySignUp, pendingInvitation } from '@/server/dashboard/sign-up-policy';
import { callAuth, newEmail, ORIGIN, ownedOrganization, PASSWORD, person } from '@tests/support/people';

afterAll(closeDatabase);

const programsOf = (organizationId: string) => statement('SELECT id FROM programs WHERE organization_id = $1', [organizationId]);

test.each([
  ['text that cannot be stored', '/reset-password', { newPassword: PASSWORD, token: '\0' }],
  ['text that cannot be encoded', '/two-factor/enable', { password: PASSWORD, issuer: '\ud800' }],
  ['an id that is none', '/organization/cancel-invitation', { invitationId: 'first' }],
  ['an organization that is none', '/organization/set-active', { organizationId: 'mine' }],
  ['no role', '/organization/invite-member', null],
])('%s is refused by sign-in, and is no failure of the service', async (_, path, body) => {
  const { auth } = await person();
  const { status, body: refusal } = await auth(path, body as Record<string, unknown>);
  expect(status).toBe(400);
  expect(refusal.message).toEqual(expect.any(String));
});

describe('registration', () => {
  test('is closed to strangers once someone is registered, and creates nobody', async () => {
    await person();
    const email = newEmail();
    publishSettings({ OPEN_SIGN_UP: 'false' });
    try {
      const { status, cookie } = await callAuth('/sign-up/email', { name: 'Stranger', email, password: PASSWORD });
      expect({ status, cookie }).toEqual({ status: 403, cookie: '' });
    } finally {
      publishSettings({ OPEN_SIGN_UP: 'true' });
    }
    expect(await statement('SELECT id FROM users WHERE email = $1', [email])).toEqual([]);
  });

  test('stays open to the address of an invitation, and to no other', async () => {
    const { id, owner } = await ownedOrganization();
    const email = newEmail();
    const invitation = await owner.auth('/organization/invite-member', { organizationId: id, email, role: 'VIEWER' });
    const invitationId = invitation.body.id;
    publishSettings({ OPEN_SIGN_UP: 'false' });
    try {
      const other = await callAuth('/sign-up/email', { name: 'Other', email: newEmail(), password: PASSWORD, invitationId });
      const invited = await callAuth('/sign-up/email', { name: 'Invited', email, password: PASSWORD, invitationId });
      expect([other.status, invited.status]).toEqual([403, 200]);
    } finally {
      publishSettings({ OPEN_SIGN_UP: 'true' });
    }
  });

  test('an id that cannot be stored names no invitation', async () => {
    await person();
    expect(await pendingInvitation('\0', new Date())).toBeNull();
    expect(await maySignUp(newEmail(), 'a\0b', new Date())).toBe(true);
  });

  test('an invitation cannot be accepted by another account', async () => {
    const { id, owner } = await ownedOrganization();
    const invitation = await owner.auth('/organization/invite-member', { organizationId: id, email: newEmail(), role: 'ADMIN' });
    const stranger = await person();
    const { status } = await stranger.auth('/organization/accept-invitation', { invitationId: invitation.body.id });
    expect(status).toBe(403);
    expect((await stranger.query('programs.list')).failure?.code).toBe('organization_context_required');
  });
});

describe('sign-in', () => {
  test('is refused for an account after 20 wrong passwords, from wherever they come', async () => {
    const { email } = await person();
    for (let attempt = 0; attempt < 20; attempt++) {
      const { status } = await callAuth('/sign-in/email', { email, password: 'not the password' });
      expect(status).toBe(401);
    }
    const { status } = await callAuth('/sign-in/email', { email: email.toUpperCase(), password: PASSWORD });
    expect(status).toBe(429);
  });

  test('gives a cookie that scripts cannot read and other sites do not send along', async () => {
    const { email } = await person();
    const response = await import('@/server/dashboard/auth').then(({ dashboardAuth }) =>
      dashboardAuth().handler(
        new Request(`${ORIGIN}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN },
          body: JSON.stringify({ email, password: PASSWORD }),
        }),
      ),
    );
    expect(response.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Lax/);
  });

  test('a request from another site is refused', async () => {
    const { email } = await person();
    const { status } = await callAuth('/sign-in/email', { email, password: PASSWORD }, { origin: 'https://evil.example' });
    expect(status).toBe(403);
  });
});

describe('the session', () => {
  test('opens the organization of its user with the role held there', async () => {
    const { id, owner } = await ownedOrganization('SANDBOX');
    const session = await dashboardSession(new Headers({ cookie: owner.cookie }));
    expect(session?.active).toMatchObject({ organization_id: id, role: 'OWNER', mode: 'SANDBOX' });
  });

  test('never opens an organization that its user does not belong to, even when its row names one', async () => {
    const theirs = await ownedOrganization();
    const mine = await ownedOrganization();
    expect((await mine.owner.auth('/organization/set-active', { organizationId: theirs.id })).status).toBe(403);
    await statement('UPDATE sessions SET active_organization_id = $1 WHERE user_id = (SELECT id FROM users WHERE email = $2)', [
      theirs.id,
      mine.owner.email,
    ]);
    const session = await dashboardSession(new Headers({ cookie: mine.owner.cookie }));
    expect(session?.active?.organization_id).toBe(mine.id);
  });

  test('is over after signing out', async () => {
    const { owner } = await ownedOrganization();
    await owner.auth('/sign-out', {});
    expect((await owner.query('programs.list')).failure?.code).toBe('authentication_required');
  });

  test('of a suspended organization is refused', async () => {
    const { id, owner } = await ownedOrganization();
    await statement(`UPDATE organizations SET status = 'SUSPENDED' WHERE id = $1`, [id]);
    expect((await owner.query('programs.list')).failure?.code).toBe('insufficient_permissions');
  });
});

describe('a change', () => {
  test('that no page of ours sent is refused with invalid_origin and changes nothing', async () => {
    const { id, owner } = await ownedOrganization();
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as Record<string, string>[]) {
      expect((await owner.mutate('programs.create', { name: 'Forged' }, headers)).failure?.code).toBe('invalid_origin');
    }
    expect(await programsOf(id)).toEqual([]);
  });

  test('names its request in the failure and in the header', async () => {
    const { owner } = await ownedOrganization();
    const { failure, headers } = await owner.mutate('programs.create', { name: '' });
    expect(failure?.code).toBe('validation_error');
    expect(failure?.request_id).toMatch(/^req_/);
    expect(headers.get('x-request-id')).toBe(failure?.request_id);
  });

  test('by a VIEWER is refused, by a MEMBER allowed', async () => {
    const { id, member } = await ownedOrganization();
    const [viewer, writer] = [await member('VIEWER'), await member('MEMBER')];
    expect((await viewer.mutate('programs.create', { name: 'Loyalty' })).failure?.code).toBe('insufficient_permissions');
    expect((await writer.mutate('programs.create', { name: 'Loyalty' })).data).toMatchObject({ name: 'Loyalty' });
    expect((await viewer.query('programs.list')).data).toMatchObject({ data: [{ name: 'Loyalty' }] });
    expect(await programsOf(id)).toHaveLength(1);
  });

  test('of the team by a MEMBER is refused, and an ADMIN names no OWNER', async () => {
    const { id, member } = await ownedOrganization();
    const [writer, admin] = [await member('MEMBER'), await member('ADMIN')];
    const invite = (role: string) => ({ organizationId: id, email: newEmail(), role });
    expect((await writer.auth('/organization/invite-member', invite('VIEWER'))).status).toBe(403);
    expect((await admin.auth('/organization/invite-member', invite('OWNER'))).status).toBe(403);
    expect((await admin.auth('/organization/invite-member', invite('ADMIN'))).status).toBe(200);
    for (const role of ['admin', 'ADMIN,OWNER', 'KING'])
      expect((await admin.auth('/organization/invite-member', invite(role))).status, role).toBe(400);
  });

  test('of a live organization into a sandbox is refused', async () => {
    const { id, owner } = await ownedOrganization();
    expect((await owner.auth('/organization/update', { organizationId: id, data: { mode: 'SANDBOX' } })).status).toBe(400);
    expect(await statement('SELECT mode FROM organizations WHERE id = $1', [id])).toEqual([{ mode: 'LIVE' }]);
  });
});
