/**
 * Serves API tests with the real listener on a free port over the run's Postgres, and with organizations
 * of their own, each with a client. Each file starts its own listener and closes it at the end.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CreatedOrganization } from '@/contract/organization';
import { createListener } from '@/cli/listener';
import { env } from '@/env';
import { closeDatabase } from '@/server/db/client';
import { mcpListener } from '@/server/mcp/listener';
import { closeRequestLimits } from '@/server/access/request-limits';
import { requestLog } from '@/server/observability/request-log';
import { answerMalformed, unaddressedListener } from '@/server/rest/malformed';
import { restListener } from '@/server/rest/node';
import { handleWeb } from '@/server/rest/web';
import { assertDocumented } from './documented';
import { send, type RawAnswer, type RawRequest } from './http';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: RawAnswer['headers'];
  readonly body: Body;
}

/** What most tests read of a body; name the wire type for more. */
export type AnyBody = Record<string, unknown>;

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Paths are relative to /v1; bodies are sent as JSON. */
export interface Api {
  get<Body = AnyBody>(path: string, headers?: Headers): Promise<Answer<Body>>;
  post<Body = AnyBody>(path: string, body?: unknown, headers?: Headers): Promise<Answer<Body>>;
  patch<Body = AnyBody>(path: string, body?: unknown, headers?: Headers): Promise<Answer<Body>>;
  put<Body = AnyBody>(path: string, body?: unknown, headers?: Headers): Promise<Answer<Body>>;
  delete<Body = AnyBody>(path: string, headers?: Headers): Promise<Answer<Body>>;
}

let server: Server | undefined;

export async function startListener(): Promise<void> {
  const started = createListener([unaddressedListener, restListener(), mcpListener()]);
  answerMalformed(started);
  started.keepAliveTimeout = 0; // on a busy machine an idle connection could time out just as it is reused
  await new Promise<void>((resolve) => void started.listen(0, '127.0.0.1', resolve));
  server = started;
}

export async function stopListener(): Promise<void> {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  await requestLog().flush();
  await closeRequestLimits();
  await closeDatabase();
}

/** Base URL of this file's listener, such as `http://127.0.0.1:40123`. */
export function origin(): string {
  if (!server) throw new Error('the listener starts before the first test');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client that sends `headers` with every request. */
export function apiWith(headers: Headers): Api {
  const call = async <Body>(method: string, path: string, body: unknown, extra: Headers = {}): Promise<Answer<Body>> => {
    const json: Headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const raw = await send(origin(), {
      method,
      path: `/v1${path}`,
      headers: { ...headers, ...json, ...extra },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    assertDocumented(method, `/v1${path}`, raw);
    return { status: raw.status, headers: raw.headers, body: (raw.text === '' ? null : JSON.parse(raw.text)) as Body };
  };
  return {
    get: (path, extra) => call('GET', path, undefined, extra),
    post: (path, body, extra) => call('POST', path, body, extra),
    patch: (path, body, extra) => call('PATCH', path, body, extra),
    put: (path, body, extra) => call('PUT', path, body, extra),
    delete: (path, extra) => call('DELETE', path, undefined, extra),
  };
}

/** A client that authenticates with an API key. */
export const apiOf = (key: string): Api => apiWith({ authorization: `Bearer ${key}` });

/** A client with the operator's admin key. */
export const adminApi = (): Api => apiOf(env().ADMIN_API_KEY ?? '');

export interface TestOrganization {
  readonly id: string;
  readonly key: string;
  readonly api: Api;
}

/** A new organization with a key. */
export async function organization(
  settings: { name?: string; mode?: 'LIVE' | 'SANDBOX'; trusted_key?: boolean } = {},
): Promise<TestOrganization> {
  const { status, body } = await adminApi().post<CreatedOrganization>('/admin/organizations', { name: 'Test organization', ...settings });
  if (status !== 201) throw new Error(`an organization could not be made: ${JSON.stringify(body)}`);
  return { id: body.id, key: body.api_key, api: apiOf(body.api_key) };
}

export interface Transport {
  readonly name: string;
  send(request: RawRequest): Promise<RawAnswer>;
}

/** Both ways into the API, which must behave alike: the node:http listener, and web requests as a host framework passes them. */
export const transports: readonly Transport[] = [
  { name: 'node:http', send: (request) => send(origin(), request) },
  { name: 'web request', send: sendAsWebRequest },
];

async function sendAsWebRequest({ method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const init = { method, headers: headers as Record<string, string>, body: body as BodyInit | undefined };
  const response = await handleWeb(new Request(`http://localhost${path}`, init));
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}
