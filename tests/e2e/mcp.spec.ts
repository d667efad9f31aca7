/**
 * An assistant as people use one: a client library registers, or identifies itself by a metadata document, and
 * connects; a person decides in a browser, and the assistant reads what it was allowed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type CallToolResult,
  type OAuthClientProvider,
  type OAuthClientInformationMixed,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client';
import type { Page } from '@playwright/test';
import { allFaultsOf, faultsInBothColours } from '@tests/support/axe';
import { clientDocument, serveClientDocuments } from '@tests/support/client-documents';
import { createOrganization, expect, loyaltyProgram, PASSWORD, register, test } from '@tests/support/dashboard';

const CALLBACK = 'http://127.0.0.1:8976/callback';
const NAME = 'Desk assistant';

/** What the client library requires of the application that embeds it. */
class Application implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: NAME,
    application_type: 'native',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  /** URL of its metadata document. Absent: it registers. */
  readonly clientMetadataUrl?: string;
  sentTo: URL | undefined;
  private information: OAuthClientInformationMixed | undefined;
  private kept: OAuthTokens | undefined;
  private verifier = '';
  private discovered: OAuthDiscoveryState | undefined;

  constructor(document?: string) {
    if (document !== undefined) this.clientMetadataUrl = document;
  }

  readonly state = () => 'as-it-was';
  readonly clientInformation = () => this.information;
  readonly saveClientInformation = (information: OAuthClientInformationMixed) => void (this.information = information);
  readonly tokens = () => this.kept;
  readonly saveTokens = (tokens: OAuthTokens) => void (this.kept = tokens);
  readonly redirectToAuthorization = (url: URL) => void (this.sentTo = url);
  readonly saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  readonly codeVerifier = () => this.verifier;
  readonly saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.discovered = state);
  readonly discoveryState = () => this.discovered;
  readonly invalidateCredentials = () => void (this.kept = undefined);
}

interface Connection {
  readonly application: Application;
  /** Tries to connect with what the application has by now. */
  connect(): Promise<Client>;
  /** Exchanges the code that the browser was redirected with. */
  finish(callback: URL): Promise<void>;
}

function connection(origin: string, document?: string): Connection {
  const application = new Application(document);
  const transport = () => new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: application });
  return {
    application,
    connect: async () => {
      const client = new Client({ name: 'desk', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      await client.connect(transport());
      return client;
    },
    finish: (callback) => transport().finishAuth(callback.searchParams),
  };
}

/** Starts a connection and opens the consent page in the browser. */
async function begin(page: Page, origin: string, document?: string): Promise<Connection> {
  await page.route(`${CALLBACK}**`, (route) => route.fulfill({ body: 'Back in the application.' }));
  const its = connection(origin, document);
  await expect(its.connect()).rejects.toThrow(UnauthorizedError);
  await page.goto(String(its.application.sentTo));
  return its;
}

async function backAt(page: Page): Promise<URL> {
  await page.waitForURL(`${CALLBACK}**`);
  return new URL(page.url());
}

const answerOf = async (client: Client, name: string, input: Record<string, unknown> = {}) =>
  ((await client.callTool({ name, arguments: input })) as CallToolResult).structuredContent as Record<string, unknown>;

const refusalOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'no refusal', String);

const expectAccessible = async (page: Page): Promise<void> => expect(await faultsInBothColours(page, allFaultsOf)).toEqual([]);

test('both addresses of the sign-in describe it alike, and neither offers what it cannot do', async ({ request, origin }) => {
  const described = async (path: string): Promise<unknown> => (await request.get(`${origin}${path}`)).json();
  const metadata = await described('/.well-known/oauth-authorization-server/api/auth');
  expect(metadata).toEqual(await described('/api/auth/.well-known/oauth-authorization-server'));
  expect(metadata).toMatchObject({
    issuer: `${origin}/api/auth`,
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    client_id_metadata_document_supported: true,
  });
});

test('a library registers, a person signs in and allows it one program, and it reads that and no other', async ({ page, origin }) => {
  const account = await register(page.request, origin);
  const organization = await createOrganization(page.request, origin, account, 'LIVE');
  const { id: programId } = await loyaltyProgram(organization);
  const other = await organization.call<{ id: string }>('programs.create', { name: 'Tea club' });
  await page.context().clearCookies();

  const its = await begin(page, origin);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: `Let ${NAME} read?` })).toBeVisible();
  await expect(page.getByText('127.0.0.1:8976, an app on this computer')).toBeVisible();
  await expect(page.getByText('It cannot change anything.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'All programs' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Choose at least one program.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Loyalty' }).focus();
  await page.keyboard.press('Space');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const callback = await backAt(page);
  expect(callback.searchParams.get('state')).toBe('as-it-was');
  await its.finish(callback);

  const client = await its.connect();
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('explain_participant_balance');
  expect(await answerOf(client, 'list_programs')).toMatchObject({ data: [{ id: programId, name: 'Loyalty' }] });
  expect(await answerOf(client, 'get_program', { id: other.id })).toMatchObject({ code: 'mcp_program_not_allowed' });
  expect(await refusalOf(client.callTool({ name: 'programs.create', arguments: { name: 'Cocoa' } }))).toContain('mcp_capability_denied');
});

test('a library that is named by its document connects without registering, and the person sees whose word the name is', async ({
  dashboard: page,
  origin,
  organization,
}) => {
  const { id: programId } = await loyaltyProgram(organization);
  const folder = process.env['E2E_TLS_DIR'] ?? '';
  const tls = { key: readFileSync(join(folder, 'key'), 'utf8'), cert: readFileSync(join(folder, 'cert'), 'utf8') };
  await using documents = await serveClientDocuments(tls);
  const document = documents.client((clientId) => ({ body: clientDocument(clientId, { client_name: NAME, redirect_uris: [CALLBACK] }) }));

  const its = await begin(page, origin, document);
  expect(its.application.clientInformation()?.client_id).toBe(document);
  await expect(page.getByText(`An assistant described by ${documents.host} asks to read your data.`)).toBeVisible();
  await expect(page.getByRole('note')).toContainText('Any app on this computer can use that name.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await its.finish(await backAt(page));
  const client = await its.connect();
  expect(await answerOf(client, 'list_programs')).toMatchObject({ data: [{ id: programId }] });

  await page.goto('/account');
  const own = page.getByRole('region', { name: 'Connected assistants' });
  await expect(own.getByText(`${documents.host}, ${new URL(CALLBACK).host}`)).toBeVisible();
});

test('a person whose assistant nobody knows reads why, and what to do', async ({ page, origin }) => {
  await page.goto(`${origin}/api/auth/oauth2/authorize?response_type=code&client_id=gone&redirect_uri=${encodeURIComponent(CALLBACK)}`);
  await expect(page).toHaveURL(/\/connect\/refused\?/);
  await expect(page.getByRole('heading', { name: 'This assistant cannot connect' })).toBeVisible();
  await expect(page.getByText('Remove this service from its connections and add it again.')).toBeVisible();
  await expectAccessible(page);
});

test('what the person declines stays closed', async ({ dashboard: page, origin }) => {
  const its = await begin(page, origin);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const callback = await backAt(page);
  expect(callback.searchParams.get('error')).toBe('access_denied');
  await expect(its.finish(callback)).rejects.toThrow();
  await expect(its.connect()).rejects.toThrow(UnauthorizedError);
  expect(await (await page.request.post(`${origin}/mcp`, { data: {} })).json()).toMatchObject({ code: 'authentication_required' });
});

test('a connected assistant is listed, and reads nothing more once it is disconnected', async ({
  dashboard: page,
  origin,
  organization,
}) => {
  const its = await begin(page, origin);
  await expect(page.getByRole('main')).toContainText(organization.name);
  await page.getByRole('button', { name: 'Allow' }).click();
  await its.finish(await backAt(page));
  const client = await its.connect();
  expect(await answerOf(client, 'list_programs')).toMatchObject({ data: [] });

  await page.goto('/team');
  const team = page.getByRole('region', { name: 'Connected assistants' });
  await expect(team.getByText(NAME)).toBeVisible();
  await page.goto('/account');
  const own = page.getByRole('region', { name: 'Connected assistants' });
  const row = own.getByRole('row').filter({ hasText: organization.name });
  await expect(row.getByText('All programs')).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: `Disconnect ${NAME}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await expect(client.callTool({ name: 'list_programs', arguments: {} })).rejects.toThrow(UnauthorizedError);
});
