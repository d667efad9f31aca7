import { describe, expect, test } from 'vitest';
import { MCP_SCOPE_NAMES } from '@/domain/mcp';
import { answerAuth } from '@/server/dashboard/answer-auth';
import { statement } from '@/server/db/transaction';
import { organization, origin } from '@tests/support/api';
import {
  RESOURCE,
  ask,
  callTool,
  connectAssistant,
  consent,
  mcpRequest,
  openOrganization,
  opens,
  postForm,
  registerClient,
  tokensOf,
  toolClient,
  tradeCode,
} from '@tests/support/assistants';
import { send } from '@tests/support/http';
import { ORIGIN, ownedOrganization, person } from '@tests/support/people';

const codeIn = (url: unknown): string => new URL(String(url)).searchParams.get('code') ?? '';

describe('without a token that counts', () => {
  test('a call is refused and told where to begin', async () => {
    const { status, body, headers } = await mcpRequest(null, 'tools/list');
    expect({ status, code: body.code, type: body.type }).toEqual({ status: 401, code: 'authentication_required', type: 'authentication' });
    expect(headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp", scope="${MCP_SCOPE_NAMES.join(' ')}"`,
    );
  });

  test('where to begin names the resource, who signs people in, and the scopes', async () => {
    const answer = await send(origin(), { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' });
    expect(JSON.parse(answer.text)).toMatchObject({
      resource: RESOURCE,
      authorization_servers: [`${ORIGIN}/api/auth`],
      scopes_supported: MCP_SCOPE_NAMES,
      bearer_methods_supported: ['header'],
    });
    const server = await answerAuth(new Request(`${ORIGIN}/api/auth/.well-known/oauth-authorization-server`));
    expect(await server.json()).toMatchObject({
      issuer: `${ORIGIN}/api/auth`,
      authorization_endpoint: `${ORIGIN}/api/auth/oauth2/authorize`,
      token_endpoint: `${ORIGIN}/api/auth/oauth2/token`,
      registration_endpoint: `${ORIGIN}/api/auth/oauth2/register`,
      revocation_endpoint: `${ORIGIN}/api/auth/oauth2/revoke`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: [...MCP_SCOPE_NAMES, 'offline_access'],
    });
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('where to begin is read only: %s is refused', async (method) => {
    const { status, headers, text } = await send(origin(), { method, path: '/.well-known/oauth-protected-resource/mcp' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toMatchObject({ code: 'method_not_allowed', request_id: headers['x-request-id'] });
  });

  test.each([
    ['an API key', async () => (await organization()).key],
    ['a session token', () => Promise.resolve('eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.')],
  ])('%s is no token of the tool server', async (_, token) => {
    expect(await opens(await token())).toEqual({ status: 401, code: 'invalid_mcp_service_token' });
  });

  test('an unknown, an expired and a revoked token are refused', async () => {
    const { owner, choice } = await openOrganization();
    expect(await opens('nothing-that-was-issued')).toEqual({ status: 401, code: 'invalid_token' });
    const [expired, revoked] = [await connectAssistant(owner, choice), await connectAssistant(owner, choice)];
    await statement(`UPDATE oauth_access_tokens SET expires_at = now() - interval '1 second' WHERE client_id = $1`, [expired.clientId]);
    expect(await opens(expired.access)).toEqual({ status: 401, code: 'invalid_token' });
    await postForm('/oauth2/revoke', { token: revoked.access, client_id: revoked.clientId, token_type_hint: 'access_token' });
    expect(await opens(revoked.access)).toEqual({ status: 401, code: 'invalid_token' });
    expect((await mcpRequest(revoked.access, 'tools/list')).headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('a token for no resource in particular is not for this one', async () => {
    const { owner, choice } = await openOrganization();
    const asking = await ask(owner, await registerClient(), { resource: undefined });
    const allowed = await consent(owner, asking, choice);
    const { body } = await postForm('/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: asking.clientId,
      code: codeIn(allowed.body.url),
      code_verifier: asking.verifier,
      redirect_uri: 'http://127.0.0.1:8976/callback',
    });
    expect(await opens(String(body.access_token))).toEqual({ status: 401, code: 'invalid_token' });
  });

  test('pages of other sites are refused, whatever they send', async () => {
    const { owner, choice } = await openOrganization();
    const { access } = await connectAssistant(owner, choice);
    const foreign = await mcpRequest(access, 'tools/list', {}, { origin: 'https://elsewhere.example' });
    expect({ status: foreign.status, code: foreign.body.code }).toEqual({ status: 403, code: 'invalid_origin' });
    expect((await mcpRequest(access, 'tools/list', {}, { origin: ORIGIN })).status).toBe(200);
  });
});

describe('asking for access', () => {
  test('leads to the page that asks, signed in or not, also where it was allowed before', async () => {
    const { owner, choice } = await openOrganization();
    const clientId = await registerClient();
    expect((await ask(null, clientId)).location.pathname).toBe('/connect');
    const first = await ask(owner, clientId);
    expect(first.location.pathname).toBe('/connect');
    await consent(owner, first, choice);
    expect((await ask(owner, clientId)).location.pathname).toBe('/connect');
  });

  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with a verifier sent in the clear', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a resource that is not here', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for a scope that does not exist', { scope: 'programs:write' }, 'invalid_scope'],
  ])('%s is refused', async (_, changes, error) => {
    const { owner } = await openOrganization();
    const { location } = await ask(owner, await registerClient(), changes);
    expect(location.origin).toBe('http://127.0.0.1:8976');
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: 'as-it-was', iss: `${ORIGIN}/api/auth` });
  });

  test('a redirect that was not registered gets nothing', async () => {
    const { owner } = await openOrganization();
    const { location } = await ask(owner, await registerClient(), { redirect_uri: 'https://elsewhere.example/callback' });
    expect(location.origin).toBe(ORIGIN);
    expect(location.searchParams.get('code')).toBeNull();
  });

  test('requests that clients sign are neither announced nor taken', async () => {
    const metadata = await answerAuth(new Request(`${ORIGIN}/api/auth/.well-known/oauth-authorization-server`));
    expect(await metadata.json()).toMatchObject({
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    });
    await expect(registerClient({ token_endpoint_auth_method: 'private_key_jwt' })).rejects.toThrow(
      'private_key_jwt is not supported here',
    );
  });

  test.each([['http://elsewhere.example/callback'], ['javascript:alert(1)']])('a client cannot register %s', async (redirect) => {
    await expect(registerClient({ redirect_uris: [redirect] })).rejects.toThrow('refused');
  });
});

describe('the answer of the person', () => {
  test('no, and the assistant is told so', async () => {
    const { owner } = await openOrganization();
    const { status, body } = await consent(owner, await ask(owner, await registerClient()), null);
    expect(status).toBe(200);
    expect(Object.fromEntries(new URL(String(body.url)).searchParams)).toMatchObject({ error: 'access_denied', state: 'as-it-was' });
    expect(await owner.query('mcpGrants.own')).toMatchObject({ data: { data: [] } });
  });

  test('cannot cover an organization that the person does not belong to, or a program that it does not have', async () => {
    const [own, other] = [await openOrganization(), await openOrganization()];
    const asking = await ask(own.owner, await registerClient());
    expect(await consent(own.owner, asking, other.choice)).toMatchObject({ status: 403, body: { code: 'not_organization_member' } });
    const foreign = String((await other.owner.mutate('programs.create', { name: 'Tea' })).data?.id);
    expect(await consent(own.owner, asking, { organization_id: own.id, program_ids: [foreign] })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await consent(own.owner, asking, { organization_id: own.id, program_ids: [] })).toMatchObject({ status: 400 });
    expect(await own.owner.query('mcpGrants.own')).toMatchObject({ data: { data: [] } });
  });

  test('counts only for the request that was signed, and from a page of ours', async () => {
    const { owner, choice } = await openOrganization();
    const asking = await ask(owner, await registerClient(), { scope: 'programs:read' });
    const widened = new URL(asking.location);
    widened.searchParams.set('scope', MCP_SCOPE_NAMES.join(' '));
    expect((await consent(owner, { ...asking, location: widened }, choice)).status).toBe(400);
    const body = JSON.stringify({ accept: true, oauth_query: asking.location.search.slice(1), choice });
    const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example', cookie: owner.cookie };
    const forged = await answerAuth(new Request(`${ORIGIN}/api/auth/oauth2/consent`, { method: 'POST', headers, body }));
    expect(await forged.json()).toMatchObject({ code: 'invalid_origin' });
    expect(await owner.query('mcpGrants.own')).toMatchObject({ data: { data: [] } });
  });

  test('a viewer may give it, and the assistant reads', async () => {
    const { id, member } = await ownedOrganization();
    const { access } = await connectAssistant(await member('VIEWER'), { organization_id: id, program_ids: null });
    expect(await callTool(await toolClient(access), 'list_programs')).toMatchObject({ data: [] });
  });

  test('a code works once; who sends it again ends what it gave', async () => {
    const { owner, choice } = await openOrganization();
    const asking = await ask(owner, await registerClient());
    const code = codeIn((await consent(owner, asking, choice)).body.url);
    const wrong = await tradeCode({ ...asking, verifier: 'x'.repeat(43) }, code);
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    const again = await ask(owner, asking.clientId);
    const second = codeIn((await consent(owner, again, choice)).body.url);
    const { access } = tokensOf(again.clientId, await tradeCode(again, second));
    expect(await opens(access)).toBe('open');
    expect((await tradeCode(again, second)).status).toBe(400);
    expect(await opens(access)).toEqual({ status: 401, code: 'invalid_token' });
  });
});

test('nobody manages clients or consents through the sign-in service', async () => {
  const somebody = await person();
  for (const path of [
    '/oauth2/create-client',
    '/admin/oauth2/create-client',
    '/admin/oauth2/resources',
    '/oauth2/update-consent',
    '/oauth2/continue',
  ]) {
    const response = await answerAuth(
      new Request(`${ORIGIN}/api/auth${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: somebody.cookie },
        body: '{}',
      }),
    );
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
  }
});

test.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])(
  '%s of a connected assistant is refused: the tool server is asked with POST',
  async (method) => {
    const { owner, choice } = await openOrganization();
    const { access } = await connectAssistant(owner, choice);
    const { status, headers, text } = await send(origin(), { method, path: '/mcp', headers: { authorization: `Bearer ${access}` } });
    expect([status, headers.allow]).toEqual([405, 'POST']);
    expect(JSON.parse(text)).toMatchObject({ code: 'method_not_allowed', request_id: headers['x-request-id'] });
  },
);
