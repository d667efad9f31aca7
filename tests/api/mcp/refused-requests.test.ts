import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { shownRefusal, type ShownRefusal } from '@/server/dashboard/refused-request';
import { authorize, registerClient } from '@tests/support/assistants';
import { REDIRECT, serveClientDocuments } from '@tests/support/client-documents';
import { ORIGIN } from '@tests/support/people';
import { localTls, trust } from '@tests/support/tls';

const VERIFIER = 'v'.repeat(43);
const OF_A_BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Where the browser is redirected, and what the page there says. */
async function refusedTo(clientId: string, changes: Record<string, string | undefined> = {}): Promise<{ at: URL; shown: ShownRefusal }> {
  const response = await authorize(null, clientId, VERIFIER, changes, OF_A_BROWSER);
  expect(response.status).toBe(302);
  const at = new URL(response.headers.get('location') ?? '', ORIGIN);
  return { at, shown: shownRefusal(at.searchParams) };
}

describe('a person whose assistant may not ask is led to a page of ours that says why', () => {
  test.each<[string, () => Promise<string>, Record<string, string | undefined>, string]>([
    ['nobody knows the assistant', () => Promise.resolve(randomUUID()), {}, 'is not known here'],
    ['the answer would go elsewhere', registerClient, { redirect_uri: 'https://elsewhere.example/back' }, 'that it has not registered'],
    ['the answer would go nowhere', registerClient, { redirect_uri: undefined }, 'that it has not registered'],
  ])('where %s', async (_, client, changes, words) => {
    const { at, shown } = await refusedTo(await client(), changes);
    expect({ origin: at.origin, path: at.pathname }).toEqual({ origin: ORIGIN, path: '/connect/refused' });
    expect(shown.sentence).toContain(words);
    expect(shown.detail).toBeNull();
  });

  test('what an assistant with a registered address did wrong goes back to the assistant', async () => {
    const response = await authorize(
      null,
      await registerClient(),
      VERIFIER,
      { code_challenge: undefined, code_challenge_method: undefined },
      OF_A_BROWSER,
    );
    const { origin, searchParams } = new URL(response.headers.get('location') ?? '');
    expect({ origin, error: searchParams.get('error') }).toEqual({ origin: new URL(REDIRECT).origin, error: 'invalid_request' });
  });
});

describe('the fault of a document', () => {
  const tls = localTls();
  beforeAll(() => trust(tls));

  const withoutDocument = async (accept?: string): Promise<Response> => {
    await using documents = await serveClientDocuments(tls);
    return await authorize(
      null,
      documents.client(() => ({ status: 404 })),
      VERIFIER,
      {},
      accept,
    );
  };

  test('is shown to a person for the maker of the assistant, in our words alone', async () => {
    const response = await withoutDocument(OF_A_BROWSER);
    const { searchParams } = new URL(response.headers.get('location') ?? '', ORIGIN);
    expect(shownRefusal(searchParams)).toEqual({
      sentence: 'The assistant could not prove who it is.',
      detail: 'The document at client_id is answered with status 404 and not with 200.',
    });
    searchParams.set('detail', 'Call this number to have your account back.');
    expect(shownRefusal(searchParams).detail).toBeNull();
  });

  test('is answered to a program as it is', async () => {
    const response = await withoutDocument();
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_client' });
  });
});
