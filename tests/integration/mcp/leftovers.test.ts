import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { pruneAssistants } from '@/server/services/organizations/assistants';
import { ask, connectAssistant, openOrganization, opens, postForm, registerClient, RESOURCE } from '@tests/support/assistants';
import { serveClientDocuments } from '@tests/support/client-documents';
import { useOwnDatabase } from '@tests/support/own-database';
import { localTls, trust } from '@tests/support/tls';

await useOwnDatabase();

const DAY_MS = 86_400_000;
const pruneIn = (days: number) =>
  pruneAssistants({ clock: { now: () => new Date(Date.now() + days * DAY_MS) }, limit: 100, signal: new AbortController().signal });

const remaining = async (clientId: string): Promise<Record<string, number> | undefined> => {
  const [row] = await statement<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM oauth_clients WHERE client_id = $1) AS clients,
            (SELECT count(*)::int FROM oauth_access_tokens WHERE client_id = $1) AS access,
            (SELECT count(*)::int FROM oauth_refresh_tokens WHERE client_id = $1) AS refresh`,
    [clientId],
  );
  return row;
};

test('tokens go a day after they ran out; what can still be renewed stays, and its client with it', async () => {
  const { owner, choice } = await openOrganization();
  const { clientId, access, refresh } = await connectAssistant(owner, choice);
  await pruneIn(0.5);
  expect(await opens(access)).toBe('open');
  await pruneIn(2);
  expect(await remaining(clientId)).toEqual({ clients: 1, access: 0, refresh: 1 });
  const renewed = await postForm('/oauth2/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refresh,
    resource: RESOURCE,
  });
  expect(await opens(String(renewed.body.access_token))).toBe('open');
  await pruneIn(32);
  expect(await remaining(clientId)).toEqual({ clients: 1, access: 0, refresh: 0 });
});

async function describedClient(): Promise<string> {
  const tls = localTls();
  trust(tls);
  await using documents = await serveClientDocuments(tls);
  const clientId = documents.client();
  expect((await ask(null, clientId)).location.pathname).toBe('/connect');
  return clientId;
}

test.each([
  ['registered', () => registerClient()],
  ['is named by its document', describedClient],
])('a client that %s and was never allowed anything goes after a day', async (_, newClient) => {
  const clientId = await newClient();
  await pruneIn(0.9);
  expect(await remaining(clientId)).toMatchObject({ clients: 1 });
  await pruneIn(1.1);
  expect(await remaining(clientId)).toMatchObject({ clients: 0 });
});
