/**
 * Resolves OAuth clients identified by the URL of a metadata document (OAuth Client ID Metadata Document). A document that is no
 * longer fresh is fetched again and then replaces what was known; how often any one host is fetched from is limited.
 */
import type { ClientDiscovery } from '@better-auth/oauth-provider';
import { registerClientMetadataDocument } from '@better-auth/oauth-provider/internal';
import { APIError } from 'better-auth/api';
import { documentAddressFault, documentFreshness, FRESH_MAX_MS, FRESH_MIN_MS, isDocumentAddress } from '@/domain/client-document';
import { env } from '@/env';
import { DocumentUnreachableError } from '@/server/platform/outbound/public-document';
import { RateLimiter } from '@/server/access/rate-limit';
import { fetchClientDocument, readClientDocument, refusedClient } from './client-document';

type Resolve = ClientDiscovery['resolve'];
type Context = Parameters<Resolve>[0];
type Client = NonNullable<Parameters<Resolve>[2]>;

const ID = 'cimd';
const REMEMBERED_MAX = 1_000;
const AT_ONCE_MAX = 64;
/** Anybody can make this service fetch from a host, without signing in. */
const PER_HOST = { perSecond: 0.5, burst: 30 };

export function clientDiscovery(): ClientDiscovery {
  const freshUntil = new Map<string, number>();
  const running = new Map<string, Promise<Client>>();
  const hosts = new RateLimiter(PER_HOST);

  const remember = (clientId: string, until: number): void => {
    freshUntil.delete(clientId);
    freshUntil.set(clientId, until);
    if (freshUntil.size > REMEMBERED_MAX) freshUntil.delete(freshUntil.keys().next().value ?? '');
  };

  const read = async (ctx: Context, clientId: string, existing: Client | null): Promise<Client> => {
    const document = await fetchClientDocument(clientId).catch((error: unknown) => {
      if (!(error instanceof DocumentUnreachableError)) throw error;
      return null;
    });
    const now = Date.now();
    if (!document || document.status === 429 || document.status >= 500) {
      if (!holdsStill(existing, now)) throw unreachable(document?.status);
      remember(clientId, now + FRESH_MIN_MS);
      return existing;
    }
    const metadata = readClientDocument(clientId, document);
    const { client } = await registerClientMetadataDocument(ctx, providerOptions(ctx), {
      clientId,
      clientDiscoveryId: ID,
      metadata,
      ...(existing && { existingClient: existing }),
    });
    remember(clientId, now + documentFreshness(document.cacheControl));
    return client;
  };

  const resolve: Resolve = (ctx, clientId, existing) => {
    const now = Date.now();
    if (existing && (freshUntil.get(clientId) ?? 0) > now) return existing;
    const fault = documentAddressFault(clientId, env().WEBHOOK_ALLOW_PRIVATE_TARGETS);
    if (fault) throw refusedClient(`This client_id cannot be the address of a client's document. ${fault}`);
    const same = running.get(clientId);
    if (same) return same;
    if (running.size >= AT_ONCE_MAX || !hosts.take(new URL(clientId).host, now).allowed) {
      if (holdsStill(existing, now)) return existing;
      throw tooMany();
    }
    const reading = read(ctx, clientId, existing).finally(() => running.delete(clientId));
    running.set(clientId, reading);
    return reading;
  };

  return {
    id: ID,
    matches: isDocumentAddress,
    resolve,
    discoveryMetadata: { client_id_metadata_document_supported: true },
  };
}

/** A host that is down for a while, or whose limit was used up by others, breaks no existing connection. */
const holdsStill = (client: Client | null, now: number): client is Client =>
  client !== null && now - (client.updatedAt?.getTime() ?? 0) <= FRESH_MAX_MS;

function providerOptions(ctx: Context): Parameters<typeof registerClientMetadataDocument>[1] {
  const provider = ctx.context.getPlugin('oauth-provider');
  if (!provider) throw new Error('the sign-in service has no authorization server');
  return provider.options;
}

const unreachable = (status: number | undefined): APIError =>
  refusedClient(
    status === undefined
      ? 'The document at client_id could not be read within 5 seconds; it must be served over https, with a valid certificate, from a public host.'
      : `The document at client_id is answered with status ${status} and not with 200.`,
  );

const tooMany = (): APIError =>
  new APIError('TOO_MANY_REQUESTS', {
    error: 'temporarily_unavailable',
    error_description: 'Too many documents of clients are being read from this host; try again in a minute.',
  });
