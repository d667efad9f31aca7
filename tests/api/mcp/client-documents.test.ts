import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishSettings } from '@/env';
import { answerAuth } from '@/server/dashboard/answer-auth';
import { connectionRequest } from '@/server/dashboard/mcp-consent';
import { statement } from '@/server/db/transaction';
import { docsPages } from '@/server/rest/pages/docs/pages';
import { dropSingleton } from '@/server/platform/singleton';
import {
  ask,
  authorize,
  connectClient,
  openOrganization,
  opens,
  postForm,
  RESOURCE,
  toolClient,
  type Tokens,
} from '@tests/support/assistants';
import {
  clientDocument,
  DESCRIBED_NAME,
  REDIRECT,
  serveClientDocuments,
  type Answer,
  type ClientDocuments,
} from '@tests/support/client-documents';
import { ORIGIN, type AuthAnswer } from '@tests/support/people';
import { localTls, trust } from '@tests/support/tls';

let documents: ClientDocuments;

beforeAll(async () => {
  const tls = localTls();
  trust(tls);
  documents = await serveClientDocuments(tls);
});

afterAll(() => documents[Symbol.asyncDispose]());

const VERIFIER = 'v'.repeat(43);

/** The browser's answer, and whether anything of the client was stored. */
async function refusal(clientId: string): Promise<Record<string, unknown>> {
  const response = await authorize(null, clientId, VERIFIER);
  const kept = await statement('SELECT 1 FROM oauth_clients WHERE client_id = $1', [clientId]);
  return { status: response.status, ...((await response.json()) as object), kept: kept.length };
}

const refused = (words: string) => ({
  status: 400,
  error: 'invalid_client',
  error_description: expect.stringContaining(words) as string,
  kept: 0,
});

const renew = ({ clientId, refresh }: Tokens): Promise<AuthAnswer> =>
  postForm('/oauth2/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, resource: RESOURCE });

/** Clears the process's cache of documents, as a restart would. */
const forgetDocuments = (): void => dropSingleton('dashboard-auth');

test('the metadata of the authorization server says that a client may be named by the address of its document', async () => {
  const response = await answerAuth(new Request(`${ORIGIN}/api/auth/.well-known/oauth-authorization-server`));
  expect(await response.json()).toMatchObject({ client_id_metadata_document_supported: true });
});

describe('a client that is named by the address of its document', () => {
  test('connects, reads and renews without having registered, and its document is read once', async () => {
    const { owner, choice } = await openOrganization();
    const clientId = documents.client();
    const { location } = await ask(owner, clientId);
    expect(location.pathname).toBe('/connect');
    expect(await connectionRequest(location.search.slice(1), Date.now())).toMatchObject({
      clientName: DESCRIBED_NAME,
      documentHost: documents.host,
      redirectHost: new URL(REDIRECT).host,
    });
    const tokens = await connectClient(owner, clientId, choice);
    const client = await toolClient(tokens.access);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_programs');
    const renewed = await renew(tokens);
    expect(await opens(String(renewed.body.access_token))).toBe('open');
    const { data } = await owner.query('mcpGrants.own');
    expect(data?.data).toMatchObject([{ client_name: DESCRIBED_NAME, document_host: documents.host }]);
    expect(documents.asked(clientId)).toBe(1);
  });

  test('is one client for all who ask at one time', async () => {
    const clientId = documents.client();
    const asked = await Promise.all([1, 2, 3].map(() => ask(null, clientId)));
    expect(asked.map(({ location }) => location.pathname)).toEqual(['/connect', '/connect', '/connect']);
    expect(await statement('SELECT 1 FROM oauth_clients WHERE client_id = $1', [clientId])).toHaveLength(1);
  });

  test('is led back to an address of its document alone, on whatever port of the computer itself', async () => {
    const clientId = documents.client();
    const elsewhere = await ask(null, clientId, { redirect_uri: 'https://elsewhere.example/callback' });
    expect(elsewhere.location.origin).toBe(ORIGIN);
    expect(elsewhere.location.searchParams.get('error')).toBe('invalid_redirect');
    expect((await ask(null, clientId, { redirect_uri: 'http://127.0.0.1:50123/callback' })).location.pathname).toBe('/connect');
    expect((await ask(null, clientId, { redirect_uri: 'http://127.0.0.1:50123/other' })).location.pathname).not.toBe('/connect');
  });

  test('is what its document says by now, and nobody once the document is gone', async () => {
    const { owner, choice } = await openOrganization();
    const clientId = documents.client();
    const tokens = await connectClient(owner, clientId, choice);
    documents.change(clientId, {
      body: clientDocument(clientId, { client_name: 'New name', redirect_uris: ['https://app.example/back'] }),
    });
    forgetDocuments();
    expect((await ask(owner, clientId)).location.searchParams.get('error')).toBe('invalid_redirect');
    const { location } = await ask(owner, clientId, { redirect_uri: 'https://app.example/back' });
    expect(await connectionRequest(location.search.slice(1), Date.now())).toMatchObject({
      clientName: 'New name',
      redirectHost: 'app.example',
    });
    documents.change(clientId, { status: 404 });
    forgetDocuments();
    expect(await renew(tokens)).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
  });

  test('stays connected for a day while the host of its document is down', async () => {
    const { owner, choice } = await openOrganization();
    const clientId = documents.client();
    const tokens = await connectClient(owner, clientId, choice);
    documents.change(clientId, { status: 503 });
    forgetDocuments();
    const renewed = await renew(tokens);
    expect(renewed.status).toBe(200);
    await statement(`UPDATE oauth_clients SET updated_at = now() - interval '25 hours' WHERE client_id = $1`, [clientId]);
    forgetDocuments();
    const late = await renew({ ...tokens, refresh: String(renewed.body.refresh_token) });
    expect(late).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
  });
});

test('the document that the documentation shows is one', async () => {
  const [shown] = docsPages().flatMap(({ examples }) => examples.filter(({ expects }) => expects.has('client')));
  const stated = JSON.parse(shown!.code) as Record<string, unknown>;
  const clientId = documents.client((id) => ({ body: { ...stated, client_id: id } }));
  expect((await ask(null, clientId)).location.pathname).toBe('/connect');
});

describe('a document is refused, and nothing is kept of the client, when it', () => {
  const stating = (changes: Record<string, unknown>) => (clientId: string) => ({ body: clientDocument(clientId, changes) });

  test.each<[string, (clientId: string) => Answer, string]>([
    ['is not there', () => ({ status: 404 }), 'status 404'],
    ['is longer than 5 KB', stating({ logo_uri: 'x'.repeat(5_200) }), 'longer than 5120 bytes'],
    ['is a page', (clientId) => ({ headers: { 'content-type': 'text/html' }, body: clientDocument(clientId) }), 'Content-Type'],
    ['is no JSON', () => ({ body: '{"client_id":' }), 'JSON object'],
    ['is no object', () => ({ body: [] }), 'JSON object'],
    ['names another client', stating({ client_id: 'https://elsewhere.example/client.json' }), 'same address'],
    ['holds a secret', stating({ client_secret: 'shared' }), 'must not hold client_secret'],
    ['wants to share a secret', stating({ token_endpoint_auth_method: 'client_secret_basic' }), 'shares no secret'],
    ['wants to sign', stating({ token_endpoint_auth_method: 'private_key_jwt' }), 'must have none'],
    ['has no name', stating({ client_name: undefined }), 'client_name'],
    ['has a blank name', stating({ client_name: ' ' }), 'client_name'],
    ['has a name without end', stating({ client_name: 'x'.repeat(101) }), 'client_name of 1 to 100'],
    ['leads back to nowhere', stating({ redirect_uris: undefined }), 'redirect_uris'],
    ['leads back over http to another computer', stating({ redirect_uris: ['http://elsewhere.example/back'] }), 'redirect_uris'],
    ['leads back to a script', stating({ redirect_uris: ['javascript:alert(1)'] }), 'redirect_uris'],
  ])('%s', async (_, answer, words) => {
    expect(await refusal(documents.client(answer))).toEqual(refused(words));
  });

  test('is elsewhere, where nobody looks', async () => {
    const target = documents.client();
    const clientId = documents.client(() => ({ status: 302, headers: { location: target } }));
    expect(await refusal(clientId)).toEqual(refused('redirects'));
    expect(documents.asked(target)).toBe(0);
  });

  test('cannot be reached, which is all that is told of it', async () => {
    const gone = await serveClientDocuments();
    const clientId = gone.client();
    await gone[Symbol.asyncDispose]();
    expect(await refusal(clientId)).toEqual(refused('could not be read within 5 seconds'));
  });

  test('is served with a certificate that nobody trusts', async () => {
    await using strangers = await serveClientDocuments();
    const clientId = strangers.client();
    expect(await refusal(clientId)).toEqual(refused('valid certificate'));
    expect(strangers.asked(clientId)).toBe(0);
  });
});

describe('an address is refused, and never asked, when it', () => {
  test.each<[string, (address: URL) => string, string]>([
    ['is http', ({ host, pathname }) => `http://${host}${pathname}`, 'https://'],
    ['holds a password', ({ host, pathname }) => `https://me:secret@${host}${pathname}`, 'user name'],
    ['has no path', ({ origin }) => `${origin}/`, 'path'],
    ['has a fragment', ({ href }) => `${href}#part`, 'fragment'],
    ['takes a detour', ({ host, pathname }) => `https://${host}/x/..${pathname}`, 'Must be written as'],
    ['is written in capitals', ({ host, pathname }) => `https://${host.toUpperCase()}${pathname}`, 'Must be written as'],
  ])('%s', async (_, spelled, words) => {
    const clientId = documents.client();
    expect(await refusal(spelled(new URL(clientId)))).toEqual(refused(words));
    expect(documents.asked(clientId)).toBe(0);
  });

  test('is internal, unless the deployment allows private targets', async () => {
    publishSettings({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false' });
    try {
      const clientId = documents.client();
      const { port, pathname } = new URL(clientId);
      expect(await refusal(clientId)).toEqual(refused('this name is internal'));
      for (const host of ['127.0.0.1', '[::1]', '10.0.0.1', '169.254.169.254', '[fd00::1]'])
        expect(await refusal(`https://${host}:${port}${pathname}`)).toEqual(refused('private or reserved'));
      expect(documents.asked(clientId)).toBe(0);
    } finally {
      publishSettings({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' });
    }
  });
});

test('a host is asked for so many documents and no more, whoever wants them', async () => {
  await using crowded = await serveClientDocuments();
  const clients = Array.from({ length: 45 }, () => crowded.client());
  const answers = await Promise.all(clients.map((clientId) => authorize(null, clientId, VERIFIER)));
  const errors = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { error: string }).error));
  expect(new Set(errors)).toEqual(new Set(['invalid_client', 'temporarily_unavailable']));
});
