import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AuditEntry } from '@/contract/audit-log';
import { publishSettings } from '@/env';
import { authenticate } from '@/server/access/auth';
import { adminApi, apiOf, organization } from '@tests/support/api';

const ISSUER = 'https://id.example.com/';
const AUDIENCE = 'rewards';
const REFETCH_MS = 6_000;

/** An identity provider whose keys are really served, and can be rotated or unreachable. */
class Provider {
  private readonly keys = new Map<string, CryptoKey>();
  private set: object[] = [];
  isDown = false;
  fetches = 0;
  private readonly server = createServer((_req, res) => {
    this.fetches++;
    if (this.isDown) res.writeHead(500).end();
    else res.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: this.set }));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/jwks`;
  }

  stop = (): Promise<void> =>
    new Promise((resolve) => {
      this.server.closeAllConnections();
      this.server.close(() => resolve());
    });

  /** From now on the key set holds only `kid`; tokens can still be signed with other keys. */
  async rotateTo(kid: string): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    this.keys.set(kid, privateKey);
    this.set = [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }];
  }

  token(organizationId: string, { kid = 'first', ...claims }: JWTPayload & { kid?: string } = {}): Promise<string> {
    const payload = { iss: ISSUER, aud: AUDIENCE, sub: 'user-1', exp: inSeconds(300), org_id: organizationId, role: 'ADMIN', ...claims };
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(this.keys.get(kid)!);
  }
}

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
let provider: Provider;

beforeEach(async () => {
  provider = new Provider();
  await provider.rotateTo('first');
  publishSettings({ JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_JWKS_URL: await provider.start() });
});
afterEach(async () => {
  publishSettings({ JWT_ISSUER: '', JWT_AUDIENCE: '', JWT_JWKS_URL: '' });
  await provider.stop();
});

const asked = async (token: string) => apiOf(token).get<{ code?: string }>('/programs');
const refusal = async (token: string) => {
  const { status, body } = await asked(token);
  return { status, code: body.code };
};

test('a token opens the organization that it names, and the audit log names its holder', async () => {
  const { id, api } = await organization();
  const token = await provider.token(id, { sub: 'auth0|42', email: 'ada@example.com' });
  expect((await apiOf(token).post('/programs', { name: 'Coffee' })).status).toBe(201);
  const [entry] = (await api.get<{ data: AuditEntry[] }>('/audit-log')).body.data;
  expect(entry).toMatchObject({ actor_type: 'TOKEN', actor_id: 'auth0|42', actor_name: 'ada@example.com', action: 'CREATE' });
  const other = await organization();
  const { body } = await apiOf(await provider.token(other.id)).get<{ data: unknown[] }>('/programs');
  expect(body.data).toEqual([]);
});

test('the role decides: viewers only read, members cannot read the audit log, admins can', async () => {
  const { id } = await organization();
  const viewer = apiOf(await provider.token(id, { role: 'viewer' }));
  const member = apiOf(await provider.token(id, { role: 'MEMBER' }));
  expect((await viewer.get('/programs')).status).toBe(200);
  expect(await viewer.post('/programs', { name: 'x' })).toMatchObject({ status: 403, body: { code: 'insufficient_permissions' } });
  expect((await member.post('/programs', { name: 'x' })).status).toBe(201);
  expect(await member.get('/audit-log')).toMatchObject({ status: 403, body: { code: 'insufficient_permissions' } });
  expect((await apiOf(await provider.token(id)).get('/audit-log')).status).toBe(200);
});

test.each<[string, JWTPayload]>([
  ['expired', { exp: inSeconds(-60) }],
  ['not valid yet', { nbf: inSeconds(120) }],
  ['for another audience', { aud: 'somebody-else' }],
  ['of another issuer', { iss: 'https://evil.example.com/' }],
  ['without a subject', { sub: undefined }],
  ['without an end', { exp: undefined }],
])('a token that is %s answers invalid_token', async (_, claims) => {
  const { id } = await organization();
  expect(await refusal(await provider.token(id, claims))).toEqual({ status: 401, code: 'invalid_token' });
});

test('a token that nobody signed, that a secret signed, or that was altered answers invalid_token', async () => {
  const { id } = await organization();
  const unsigned = new UnsecuredJWT({ org_id: id, role: 'OWNER', sub: 'x' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setExpirationTime('5m');
  const bySecret = new SignJWT({ org_id: id, role: 'OWNER', sub: 'x' }).setIssuer(ISSUER).setAudience(AUDIENCE).setExpirationTime('5m');
  const [head, , signature] = (await provider.token(id)).split('.');
  const altered = Buffer.from(JSON.stringify({ iss: ISSUER, aud: AUDIENCE, sub: 'x', exp: inSeconds(300), org_id: id, role: 'OWNER' }));
  for (const token of [
    unsigned.encode(),
    await bySecret.setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(Buffer.alloc(32, 7)),
    `${head}.${altered.toString('base64url')}.${signature}`,
  ])
    expect(await refusal(token)).toEqual({ status: 401, code: 'invalid_token' });
});

test('an organization or a role that is missing or unknown is refused with 403', async () => {
  const { id } = await organization();
  const outcome = async (claims: JWTPayload) => refusal(await provider.token(id, claims));
  expect(await outcome({ org_id: undefined })).toEqual({ status: 403, code: 'organization_context_required' });
  expect(await outcome({ org_id: '00000000-0000-4000-8000-000000000000' })).toEqual({ status: 403, code: 'not_organization_member' });
  expect(await outcome({ role: undefined })).toEqual({ status: 403, code: 'insufficient_permissions' });
  expect(await outcome({ role: 'emperor' })).toEqual({ status: 403, code: 'insufficient_permissions' });
  await adminApi().patch(`/admin/organizations/${id}`, { status: 'SUSPENDED' });
  expect(await outcome({})).toEqual({ status: 403, code: 'insufficient_permissions' });
});

test('a token can act for nobody else', async () => {
  const { id } = await organization();
  const answer = await apiOf(await provider.token(id)).get('/programs', { 'x-on-behalf-of': 'ada' });
  expect(answer).toMatchObject({ status: 403, body: { code: 'actor_assertion_forbidden' } });
});

test('a new key is fetched when the first token names it, and tokens of the old one end; unknown keys cause no flood', async () => {
  const { id } = await organization();
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    expect((await asked(await provider.token(id))).status).toBe(200);
    await provider.rotateTo('second');
    vi.setSystemTime(Date.now() + REFETCH_MS);
    expect((await asked(await provider.token(id, { kid: 'second' }))).status).toBe(200);
    expect(await refusal(await provider.token(id, { kid: 'first' }))).toEqual({ status: 401, code: 'invalid_token' });
    const before = provider.fetches;
    for (let i = 0; i < 5; i++) await asked(await provider.token(id, { kid: 'first' }));
    expect(provider.fetches).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('while the key set cannot be fetched, tokens answer service_unavailable', async () => {
  const { id } = await organization();
  const down = new Provider();
  await down.rotateTo('first');
  down.isDown = true;
  publishSettings({ JWT_JWKS_URL: await down.start() });
  expect(await refusal(await down.token(id))).toEqual({ status: 503, code: 'service_unavailable' });
  down.isDown = false;
  expect((await asked(await down.token(id))).status).toBe(200);
  await down.stop();
});

test('where no issuer is set, tokens answer jwt_not_configured', async () => {
  const token = await provider.token('00000000-0000-4000-8000-000000000000');
  publishSettings({ JWT_ISSUER: '' });
  await expect(authenticate({ authorization: `Bearer ${token}` }, Date.now())).rejects.toMatchObject({ code: 'jwt_not_configured' });
});
