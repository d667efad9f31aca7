/** Serves the client metadata documents of OAuth clients over real https, each at its own URL. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { localTls, type LocalTls } from './tls';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface ClientDocuments extends AsyncDisposable {
  /** Host and port, as shown to people. */
  readonly host: string;
  /** Registers a new client's URL. @param answer what the URL serves; by default a valid document. */
  client(answer?: (clientId: string) => Answer): string;
  /** Replaces what the client's URL serves from now on. */
  change(clientId: string, answer: Answer): void;
  asked(clientId: string): number;
}

export const DESCRIBED_NAME = 'Described assistant';
/** Redirect URI of a native app, on the loopback interface. */
export const REDIRECT = 'http://127.0.0.1:8976/callback';

export const clientDocument = (clientId: string, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  client_id: clientId,
  client_name: DESCRIBED_NAME,
  client_uri: new URL(clientId).origin,
  redirect_uris: [REDIRECT],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...changes,
});

export async function serveClientDocuments(tls: LocalTls = localTls(), port = 0): Promise<ClientDocuments> {
  const answers = new Map<string, Answer>();
  const asked = new Map<string, number>();
  const server = createServer(tls, (request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const { status = 200, headers = {}, body } = answers.get(path) ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const pathOf = (clientId: string): string => new URL(clientId).pathname;
  return {
    host,
    client: (answer = (clientId) => ({ body: clientDocument(clientId) })) => {
      const clientId = `https://${host}/clients/${answers.size}/client.json`;
      answers.set(pathOf(clientId), answer(clientId));
      return clientId;
    },
    change: (clientId, answer) => void answers.set(pathOf(clientId), answer),
    asked: (clientId) => asked.get(pathOf(clientId)) ?? 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
