/** The second factor of a sign-in: what is accepted, what is not, and what an organization may require. */
import { afterAll, describe, expect, test } from 'vitest';
import { closeDatabase } from '@/server/db/client';
import { statement } from '@/server/db/transaction';
import { callAuth, newEmail, ownedOrganization, PASSWORD, person, personOf, type Person } from '@tests/support/people';
import { codeOf, secretIn, wrongCode } from '@tests/support/second-factor';

afterAll(closeDatabase);

interface SetUp {
  readonly person: Person;
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

/** Enables the second factor with the previous code, which starts a new session. */
async function setUp(who: Person): Promise<SetUp> {
  const { body } = await who.auth('/two-factor/enable', { password: PASSWORD });
  const secret = secretIn(String(body.totpURI));
  const verified = () => who.auth('/two-factor/verify-totp', { code: codeOf(secret, -1) });
  const first = await verified();
  // The current time step may have ended meanwhile, which makes the previous code too old.
  const { status, cookie } = first.status === 200 ? first : await verified();
  expect(status).toBe(200);
  return { person: personOf(who.email, cookie), secret, backupCodes: body.backupCodes as string[] };
}

const signIn = (email: string, cookie = '') => callAuth('/sign-in/email', { email, password: PASSWORD }, { cookie });
const verify = (cookie: string, code: string, more: object = {}) => callAuth('/two-factor/verify-totp', { code, ...more }, { cookie });
const verifyBackup = (cookie: string, code: string) => callAuth('/two-factor/verify-backup-code', { code }, { cookie });
const sees = async (email: string, cookie: string) => (await personOf(email, cookie).query('account.sessions')).failure?.code ?? 'account';

describe('setting up', () => {
  test('asks for the password, is on only when a code of the app was right, and renews the session', async () => {
    const who = await person();
    expect((await who.auth('/two-factor/enable', { password: 'not the password' })).status).toBe(400);
    const { body } = await who.auth('/two-factor/enable', { password: PASSWORD });
    const secret = secretIn(String(body.totpURI));
    expect((await who.auth('/two-factor/verify-totp', { code: wrongCode(secret) })).status).toBe(401);
    expect((await signIn(who.email)).body.twoFactorRedirect).toBeUndefined();
    const { status, cookie } = await who.auth('/two-factor/verify-totp', { code: codeOf(secret) });
    expect(status).toBe(200);
    expect((await signIn(who.email)).body.twoFactorRedirect).toBe(true);
    expect([await sees(who.email, who.cookie), await sees(who.email, cookie)]).toEqual(['authentication_required', 'account']);
  });

  test('stores neither the secret nor a backup code in a form that can be read', async () => {
    const { person: who, secret, backupCodes } = await setUp(await person());
    const rows = await statement('SELECT t.* FROM two_factors t JOIN users u ON u.id = t.user_id WHERE u.email = $1', [who.email]);
    expect([rows, backupCodes].map(({ length }) => length)).toEqual([1, 10]);
    for (const text of [secret, ...backupCodes]) expect(JSON.stringify(rows)).not.toContain(text);
  });
});

describe('signing in', () => {
  test('the password alone opens nothing, a wrong code neither, the right one everything', async () => {
    const { person: who, secret } = await setUp(await person());
    const half = await signIn(who.email);
    expect(await sees(who.email, half.cookie)).toBe('authentication_required');
    expect((await verify(half.cookie, wrongCode(secret))).status).toBe(401);
    const whole = await verify(half.cookie, codeOf(secret));
    expect(await sees(who.email, whole.cookie)).toBe('account');
  });

  test('a code passes once: neither again, nor twice at the same time', async () => {
    const { person: who, secret } = await setUp(await person());
    const [one, other, later] = [await signIn(who.email), await signIn(who.email), await signIn(who.email)];
    const code = codeOf(secret);
    const both = await Promise.all([verify(one.cookie, code), verify(other.cookie, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const replayed = await verify(later.cookie, code);
    expect(replayed).toMatchObject({ status: 401, body: { message: expect.stringContaining('already been used') } });
    expect((await verify(later.cookie, codeOf(secret, 1))).status).toBe(200);
  });

  test('a backup code passes once, and new ones end the old', async () => {
    const { person: who, backupCodes } = await setUp(await person());
    expect((await verifyBackup((await signIn(who.email)).cookie, backupCodes[0]!)).status).toBe(200);
    expect((await verifyBackup((await signIn(who.email)).cookie, backupCodes[0]!)).status).toBe(401);
    const { body } = await who.auth('/two-factor/generate-backup-codes', { password: PASSWORD });
    const [fresh] = body.backupCodes as string[];
    expect((await verifyBackup((await signIn(who.email)).cookie, backupCodes[1]!)).status).toBe(401);
    expect((await verifyBackup((await signIn(who.email)).cookie, fresh!)).status).toBe(200);
  });

  test('five wrong codes end the sign-in, ten lock the account even for a right one', async () => {
    const { person: who, secret } = await setUp(await person());
    for (const turns of [
      [0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9],
    ]) {
      const half = await signIn(who.email);
      for (const turn of turns) expect((await verify(half.cookie, wrongCode(secret, turn))).status).toBe(401);
      expect((await verify(half.cookie, codeOf(secret, turns[0] === 0 ? 0 : 1))).status).not.toBe(200);
    }
    const { status, body } = await verify((await signIn(who.email)).cookie, wrongCode(secret, 10));
    expect([status, body.code]).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED']);
  });

  test('a trusted device is not asked again, until the password is changed', async () => {
    const { person: who, secret } = await setUp(await person());
    const whole = await verify((await signIn(who.email)).cookie, codeOf(secret), { trustDevice: true });
    const trusted = whole.cookie.split('; ').find((cookie) => cookie.includes('trust_device'))!;
    const again = await signIn(who.email, trusted);
    expect(await sees(who.email, again.cookie)).toBe('account');
    expect((await signIn(who.email)).body.twoFactorRedirect).toBe(true);
    const renewed = again.cookie.split('; ').find((cookie) => cookie.includes('trust_device'))!;
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!`, revokeOtherSessions: false };
    expect((await personOf(who.email, again.cookie).auth('/change-password', change)).status).toBe(200);
    const changed = await callAuth('/sign-in/email', { email: who.email, password: change.newPassword }, { cookie: renewed });
    expect(changed.body.twoFactorRedirect).toBe(true);
  });
});

describe('an organization that asks for it', () => {
  const required = (id: string) => statement('SELECT require_two_factor AS required FROM organizations WHERE id = $1', [id]);

  test('can be made by an owner who has it and by nobody else, shows who has it to managers, and is told in the audit log', async () => {
    const { id, owner, member } = await ownedOrganization();
    const [admin, viewer] = [await member('ADMIN'), await member('VIEWER')];
    expect((await owner.mutate('team.requireTwoFactor', { require: true })).failure?.code).toBe('second_factor_required');
    const { person: ready } = await setUp(owner);
    expect((await admin.mutate('team.requireTwoFactor', { require: true })).failure?.code).toBe('insufficient_permissions');
    const factors = async (who: Person) =>
      ((await who.query('team.read')).data as { data: { two_factor: boolean | null }[] }).data.map((row) => row.two_factor);
    expect([await factors(admin), await factors(viewer)]).toEqual([
      [true, false, false],
      [null, null, null],
    ]);
    expect(await required(id)).toEqual([{ required: false }]);
    expect((await ready.mutate('team.requireTwoFactor', { require: true })).failure).toBeUndefined();
    expect(await required(id)).toEqual([{ required: true }]);
    const told = await statement(
      `SELECT actor_name, before, after FROM audit_log WHERE organization_id = $1 AND operation = 'team.requireTwoFactor'`,
      [id],
    );
    expect(told).toEqual([{ actor_name: owner.email, before: { require_two_factor: false }, after: { require_two_factor: true } }]);
  });

  test('closes to a member without it from the next request on, whichever organization is in view, and opens when it is set up', async () => {
    const { id, owner, member } = await ownedOrganization();
    const admin = await member('ADMIN');
    const invitation = { organizationId: id, email: newEmail(), role: 'VIEWER' };
    const { body: invited } = await admin.auth('/organization/invite-member', invitation);
    expect((await admin.query('programs.list')).failure).toBeUndefined();
    await statement('UPDATE organizations SET require_two_factor = true WHERE id = $1', [id]);
    for (const answer of [await admin.query('programs.list'), await admin.mutate('programs.create', { name: 'Loyalty' })])
      expect(answer.failure?.code).toBe('second_factor_required');
    const asManager = async () =>
      (
        await Promise.all([
          admin.auth('/organization/invite-member', invitation),
          admin.auth('/organization/update', { organizationId: id, data: { name: 'Mine' } }),
          admin.auth('/organization/cancel-invitation', { invitationId: invited.id }),
        ])
      ).map(({ status }) => status);
    expect(await asManager()).toEqual([403, 403, 403]);
    await admin.auth('/organization/create', { name: 'Own', slug: crypto.randomUUID() });
    expect((await admin.query('programs.list')).failure).toBeUndefined();
    expect(await asManager()).toEqual([403, 403, 403]);
    const { person: ready } = await setUp(admin);
    await ready.auth('/organization/set-active', { organizationId: id });
    expect((await ready.query('programs.list')).failure).toBeUndefined();
    expect((await ready.auth('/organization/cancel-invitation', { invitationId: invited.id })).status).toBe(200);
    expect((await owner.query('programs.list')).failure?.code).toBe('second_factor_required');
  });

  test('closes to an owner who switches it off, for which the password is asked', async () => {
    const { id, owner } = await ownedOrganization();
    const { person: ready } = await setUp(owner);
    await statement('UPDATE organizations SET require_two_factor = true WHERE id = $1', [id]);
    expect((await ready.auth('/two-factor/disable', { password: 'not the password' })).status).toBe(400);
    const { cookie } = await ready.auth('/two-factor/disable', { password: PASSWORD });
    const without = personOf(owner.email, cookie);
    expect((await without.mutate('team.requireTwoFactor', { require: false })).failure?.code).toBe('second_factor_required');
  });
});
