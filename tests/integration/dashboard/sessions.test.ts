/** Sessions and memberships end immediately, and an organization is never left without an owner. */
import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import {
  callAuth,
  newEmail,
  ownedOrganization,
  PASSWORD,
  person,
  personOf,
  type OwnedOrganization,
  type Person,
} from '@tests/support/people';

afterAll(closeDatabase);

const signIn = async (email: string, cookie = '') =>
  personOf(email, (await callAuth('/sign-in/email', { email, password: PASSWORD }, { cookie, 'user-agent': 'Second' })).cookie);

interface SessionRow {
  id: string;
  user_agent: string;
  current: boolean;
}
const sessionsOf = async (who: Person) =>
  ((await who.query('account.sessions')).data as unknown as { data: SessionRow[] } | undefined)?.data;

describe('sessions', () => {
  test('are listed without their tokens, this one marked, and one that is ended opens nothing from the next request on', async () => {
    const first = await person();
    const second = await signIn(first.email);
    const rows = (await sessionsOf(first))!;
    expect(rows.map(({ user_agent, current }) => [user_agent, current]).sort()).toEqual([
      ['', true],
      ['Second', false],
    ]);
    const token = decodeURIComponent(second.cookie.split('=')[1]!).split('.')[0]!;
    expect(JSON.stringify(rows)).not.toContain(token);
    await first.mutate('account.endSession', { id: rows.find(({ current }) => !current)?.id });
    expect(await sessionsOf(second)).toBeUndefined();
    expect(await sessionsOf(first)).toHaveLength(1);
  });

  test('of somebody else can be neither seen nor ended', async () => {
    const [mine, theirs] = [await person(), await person()];
    const [row] = (await sessionsOf(theirs))!;
    expect((await mine.mutate('account.endSession', { id: row?.id })).failure?.code).toBe('not_found');
    await mine.mutate('account.endOtherSessions');
    expect(await sessionsOf(theirs)).toHaveLength(1);
    expect(await sessionsOf(mine)).toHaveLength(1);
  });

  test('elsewhere end together, or with a change of password when that is wished', async () => {
    const first = await person();
    const [second, third] = [await signIn(first.email), await signIn(first.email)];
    expect((await first.mutate('account.endOtherSessions')).data).toEqual({ ended: 2 });
    expect([await sessionsOf(second), await sessionsOf(third)]).toEqual([undefined, undefined]);
    const fourth = await signIn(first.email);
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!`, revokeOtherSessions: true };
    expect((await first.auth('/change-password', { ...change, currentPassword: 'not the password' })).status).toBe(400);
    expect((await first.auth('/change-password', { ...change, newPassword: 'short' })).status).toBe(400);
    const { cookie } = await first.auth('/change-password', change);
    expect([await sessionsOf(first), await sessionsOf(fourth)]).toEqual([undefined, undefined]);
    expect(await sessionsOf(personOf(first.email, cookie))).toHaveLength(1);
  });

  test('begin with a token of their own at each sign-in, whatever cookie came along', async () => {
    const first = await person();
    const second = await signIn(first.email, first.cookie);
    expect(second.cookie).not.toBe(first.cookie);
    const forged = await signIn(first.email, 'rewards.session_token=chosen-by-somebody-else');
    expect(forged.cookie).not.toContain('chosen-by-somebody-else');
  });

  test('are not handed out by the sign-in service itself', async () => {
    const first = await person();
    for (const path of ['/revoke-session', '/revoke-sessions', '/revoke-other-sessions', '/update-user', '/delete-user'])
      await expect(first.auth(path, {})).rejects.toThrow(SyntaxError);
    expect(await sessionsOf(first)).toHaveLength(1);
  });
});

test('a name is changed, and an empty one refused at its field', async () => {
  const { owner } = await ownedOrganization();
  expect((await owner.mutate('account.rename', { name: ' ' })).failure?.code).toBe('validation_error');
  await owner.mutate('account.rename', { name: 'Ada Lovelace' });
  expect((await owner.query('team.read')).data).toMatchObject({ data: [{ name: 'Ada Lovelace', role: 'OWNER' }] });
});

interface MemberRow {
  id: string;
  email: string;
  role: string;
}
const membersOf = async (who: Person) => (await who.query('team.read')).data as unknown as { data: MemberRow[] };
const memberId = async ({ owner }: OwnedOrganization, who: Person) =>
  (await membersOf(owner)).data.find(({ email }) => email === who.email)!.id;

describe('a membership', () => {
  test('that ends, or whose role sinks, counts on the next request', async () => {
    const organization = await ownedOrganization();
    const { id, owner, member } = organization;
    const writer = await member('MEMBER');
    const change = { organizationId: id, memberId: await memberId(organization, writer), role: 'VIEWER' };
    expect((await writer.mutate('programs.create', { name: 'Loyalty' })).failure).toBeUndefined();
    await owner.auth('/organization/update-member-role', change);
    expect((await writer.mutate('programs.create', { name: 'Second' })).failure?.code).toBe('insufficient_permissions');
    await owner.auth('/organization/remove-member', { organizationId: id, memberIdOrEmail: change.memberId });
    expect((await writer.query('programs.list')).failure?.code).toBe('organization_context_required');
  });

  test('is left by its holder, but never by the last owner, not even when two owners leave at once', async () => {
    const organization = await ownedOrganization();
    const { id, owner, member } = organization;
    expect((await owner.auth('/organization/leave', { organizationId: id })).status).toBe(400);
    const second = await member('OWNER');
    const left = await Promise.all([owner, second].map((who) => who.auth('/organization/leave', { organizationId: id })));
    const refused = left.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject([{ status: 400, body: { message: expect.stringMatching(/owner/) } }]);
    expect((await statement(`SELECT id FROM members WHERE organization_id = $1 AND role = 'OWNER'`, [id])).length).toBeGreaterThan(0);
    await expect(statement('DELETE FROM members WHERE organization_id = $1', [id])).rejects.toThrow('keeps an owner');
  });

  test('passes ownership on: to a member of the same organization, by its owner', async () => {
    const organization = await ownedOrganization();
    const { owner, member } = organization;
    const heir = await member('MEMBER');
    const heirId = await memberId(organization, heir);
    const stranger = await ownedOrganization();
    expect((await heir.mutate('team.transferOwnership', { member_id: heirId })).failure?.code).toBe('insufficient_permissions');
    expect((await stranger.owner.mutate('team.transferOwnership', { member_id: heirId })).failure?.code).toBe('invalid_operation');
    expect((await owner.mutate('team.transferOwnership', { member_id: await memberId(organization, owner) })).failure?.code).toBe(
      'invalid_operation',
    );
    await owner.mutate('team.transferOwnership', { member_id: heirId });
    expect((await membersOf(heir)).data.map(({ email, role }) => [email, role])).toEqual([
      [owner.email, 'ADMIN'],
      [heir.email, 'OWNER'],
    ]);
  });
});

test('an invitation runs out, is replaced by a new one, and is accepted by an account that was there before', async () => {
  const { id, owner } = await ownedOrganization();
  const invited = await person(newEmail());
  const invite = async () =>
    String((await owner.auth('/organization/invite-member', { organizationId: id, email: invited.email, role: 'MEMBER' })).body.id);
  const accept = async (invitationId: string) => (await invited.auth('/organization/accept-invitation', { invitationId })).status;
  const first = await invite();
  await statement(`UPDATE invitations SET expires_at = now() - interval '1 minute' WHERE id = $1`, [first]);
  expect(await accept(first)).toBe(400);
  const [second, third] = [await invite(), await invite()];
  expect([await accept(second), await accept(third), await accept(third)]).toEqual([400, 200, 400]);
  expect((await invited.query('programs.list')).failure).toBeUndefined();
});
