/** What a person and a backend ask of a running service: requests of a session, and those of an API key. */
import { setTimeout as delay } from 'node:timers/promises';

export const OWNER = { name: 'Maren Holt', email: 'maren@meadow-mill.example', password: 'correct horse battery' };

/** Sessions are shown by the browser that they were begun in. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

type Json = Record<string, unknown>;

export interface Page<Item> {
  readonly data: readonly Item[];
}

export interface Session {
  readonly address: string;
  /** As a Cookie header has it. */
  readonly cookie: string;
  /** A request to the sign-in service. */
  auth<Body = Json>(path: string, body: object): Promise<Body>;
  /** A procedure that changes something. */
  call<Body = Json>(procedure: string, input: object): Promise<Body>;
}

export interface Backend {
  get<Body>(path: string): Promise<Body>;
  post<Body = Json>(path: string, body?: object): Promise<Body>;
  patch<Body = Json>(path: string, body: object): Promise<Body>;
  /** A file of comma-separated values. */
  upload<Body = Json>(path: string, csv: string): Promise<Body>;
  /** Like post; null where the service refuses, as it does when somebody has too little. */
  attempt<Body = Json>(path: string, body: object): Promise<Body | null>;
}

async function ask(address: string, path: string, method: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  return fetch(new URL(path, address), {
    method,
    headers: { ...headers, ...type },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

async function granted<Body>(what: string, answer: Response): Promise<Body> {
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Registers a person. */
export async function signUp(address: string, person: { name: string; email: string; password: string }): Promise<Session> {
  const answer = await ask(address, '/api/auth/sign-up/email', 'POST', { origin: address, 'user-agent': BROWSER }, person);
  const cookie = answer.headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ');
  await granted('The sign-up', answer);
  const headers = { origin: address, cookie };
  return {
    address,
    cookie,
    auth: async (path, body) => granted(path, await ask(address, `/api/auth/${path}`, 'POST', headers, body)),
    call: async <Body>(procedure: string, input: object) => {
      const done = await ask(address, `/api/trpc/${procedure}`, 'POST', headers, input);
      return (await granted<{ result: { data: Body } }>(procedure, done)).result.data;
    },
  };
}

/** The requests of an API key. Paths are relative to /v1. */
export function backendOf(address: string, key: string): Backend {
  const headers = { authorization: `Bearer ${key}` };
  const send = (method: string, path: string, body?: object) => ask(address, `/v1${path}`, method, headers, body);
  return {
    get: async (path) => granted(`GET ${path}`, await send('GET', path)),
    post: async (path, body) => granted(`POST ${path}`, await send('POST', path, body)),
    patch: async (path, body) => granted(`PATCH ${path}`, await send('PATCH', path, body)),
    upload: async (path, csv) => {
      const body = { method: 'POST', headers: { ...headers, 'content-type': 'text/csv' }, body: csv };
      return granted(`POST ${path}`, await fetch(new URL(`/v1${path}`, address), body));
    },
    attempt: async <Body>(path: string, body: object) => {
      const answer = await send('POST', path, body);
      return answer.status === 422 || answer.status === 409 ? null : granted<Body>(`POST ${path}`, answer);
    },
  };
}

const POLL_MS = 15;
const PATIENCE_MS = 60_000;

/** Asks until the answer is yes. @throws Error naming what was waited for when a minute has passed. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${PATIENCE_MS / 1_000} s.`);
    await delay(POLL_MS);
  }
}
